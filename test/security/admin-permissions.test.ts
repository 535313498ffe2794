import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type AdminOperationId, PERMISSIONS } from '../../src/administration/permissions.ts';
import { SCOPE_NAMES } from '../../src/administration/scopes.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { suspend } from '../support/operator.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import { EVERY_FEATURE, loggedIn, type Service, startService } from '../support/service.ts';

const ADMIN_ROUTES = ROUTES.filter(({ path }) => path.startsWith('/api/admin/'));
const permissionOf = (id: string) => PERMISSIONS[id as AdminOperationId];

/**
 * Refusals of the administration. Anything else means that the requester was let in, whatever was then wrong with an
 * empty request.
 */
const REFUSALS = [
  'bearer_token_required',
  'invalid_token',
  'wrong_access_token_purpose',
  'account_not_active',
  'admin_required',
  'fresh_login_required',
  'second_factor_setup_required',
  'invalid_api_key',
  'insufficient_scope',
  'api_key_not_allowed',
];
const LET_IN = 'let in';

describe('the operations of the administration', () => {
  it('each have a row in the table of permissions, and each row has its operation', () => {
    assert.deepEqual(ADMIN_ROUTES.map(({ operation: { id } }) => id).sort(), Object.keys(PERMISSIONS).sort());
    for (const { operation } of ROUTES) assert.equal(operation.admin !== undefined, operation.id.startsWith('admin'));
  });

  it('ask administrators for a recent login wherever something is changed', () => {
    for (const { method, path, operation } of ADMIN_ROUTES) {
      if (method !== 'GET') assert.ok(permissionOf(operation.id).needsRecentLogin, `${method} ${path}`);
    }
  });

  it('are gone with ADMIN=off', async (t) => {
    const service = await startService(t, 'sqlite', { ADMIN: 'off' });
    const { accessToken: token } = await loggedInAdmin(service);
    for (const { method, path } of ADMIN_ROUTES) {
      const { status } = await fetch(`${service.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(status, 404, path);
    }
  });
});

interface Requester {
  readonly token: string | undefined;
  /** What an operation with this permission answers. */
  readonly expected: (permission: (typeof PERMISSIONS)[AdminOperationId]) => string;
}

/** Each with a token of its own; the administrators differ, because some of them are made unusable. */
async function requesters(service: Service): Promise<Record<string, Requester>> {
  const maker = await loggedInAdmin(service);
  const formerMaker = await loggedInAdmin(service);
  const key = (options: Parameters<typeof apiKeyOf>[2]) => apiKeyOf(service, maker, options);
  const byMethod = {
    'key with every scope': await key({ scopes: SCOPE_NAMES }),
    'key of another network': await key({ scopes: SCOPE_NAMES, networks: ['203.0.113.0/24'] }),
    'key of a maker who was demoted': await apiKeyOf(service, formerMaker, { scopes: SCOPE_NAMES }),
    'key that expired': await key({ scopes: SCOPE_NAMES, days: 1 }),
  };
  const scoped = Object.fromEntries(
    await Promise.all(SCOPE_NAMES.map(async (scope) => [`key with ${scope}`, [scope, await key({ scopes: [scope] })]])),
  ) as Record<string, [scope: string, token: string]>;
  await usersCommand(service.db, ['demote', formerMaker.email], () => {});

  const stale = await loggedInAdmin(service);
  await service.clock.advance(86_400_000 + 1000);
  const [recent, suspended, demoted, loggedOut] = await Promise.all([1, 2, 3, 4].map(() => loggedInAdmin(service)));
  assert.ok(recent && suspended && demoted && loggedOut);
  await suspend(service, suspended.email);
  await usersCommand(service.db, ['demote', demoted.email], () => {});
  await service.request('POST', '/api/logout', { body: { refresh_token: loggedOut.refreshToken } });
  const { data } = await service.request('POST', '/api/refresh', { body: { refresh_token: stale.refreshToken } });

  const always = (token: string | undefined, answer: string): Requester => ({ token, expected: () => answer });
  return {
    nobody: always(undefined, 'bearer_token_required'),
    'a stranger with a word of their own': always('lk_word', 'invalid_api_key'),
    USER: always((await loggedIn(service)).accessToken, 'admin_required'),
    'ADMIN with a recent login': always(recent.accessToken, LET_IN),
    'ADMIN with an old login': {
      token: data.access_token,
      expected: ({ needsRecentLogin }) => (needsRecentLogin ? 'fresh_login_required' : LET_IN),
    },
    'ADMIN who was suspended': always(suspended.accessToken, 'account_not_active'),
    'ADMIN who was demoted': always(demoted.accessToken, 'admin_required'),
    'ADMIN who logged out': always(loggedOut.accessToken, 'invalid_token'),
    'key with every scope': {
      token: byMethod['key with every scope'],
      expected: ({ scope }) => (scope ? LET_IN : 'api_key_not_allowed'),
    },
    ...Object.fromEntries(
      Object.entries(scoped).map(([name, [own, token]]) => {
        const expected: Requester['expected'] = ({ scope }) => {
          if (scope === null) return 'api_key_not_allowed';
          return scope === own ? LET_IN : 'insufficient_scope';
        };
        return [name, { token, expected }];
      }),
    ),
    'key of another network': always(byMethod['key of another network'], 'invalid_api_key'),
    'key of a maker who was demoted': always(byMethod['key of a maker who was demoted'], 'invalid_api_key'),
    'key that expired': always(byMethod['key that expired'], 'invalid_api_key'),
  };
}

describeOnBothDatabases('the administration', (kind) => {
  const service = sharedService(kind, { ...EVERY_FEATURE, SESSIONS: 'many' });
  let all: Record<string, Requester>;
  before(async () => {
    all = await requesters(service());
  });

  it('does not let an API key change an administrator', async () => {
    const token = all['key with every scope']?.token;
    const { id } = await loggedInAdmin(service());
    const answer = await service().request('POST', `/api/admin/users/${id}/suspend`, { token });
    assert.deepEqual([answer.status, answer.headers.get('x-error-code')], [403, 'administrator_protected']);
    const { data } = await service().request('GET', `/api/admin/users/${id}`, { token });
    assert.equal(data.account_status, 'ACTIVE');
  });

  it('names whoever did it in the audit trail', async () => {
    const admin = await loggedInAdmin(service());
    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    const { id, accessToken } = await loggedIn(service());
    const act = (action: 'suspend' | 'reinstate', token: string) =>
      service().request('POST', `/api/admin/users/${id}/${action}`, { token });
    assert.equal((await act('suspend', admin.accessToken)).data.account_status, 'SUSPENDED');
    assert.equal((await service().request('GET', '/api/me', { token: accessToken })).status, 403);
    assert.equal((await act('suspend', key)).status, 409, 'already');
    assert.equal((await act('reinstate', key)).data.account_status, 'ACTIVE');
    const events = await service().db.all('SELECT event, actor FROM audit_events WHERE user_id = $1 ORDER BY id', [id]);
    assert.deepEqual(events.slice(-2), [
      { event: 'suspended', actor: `user:${admin.id}` },
      { event: 'reinstated', actor: `key:${key.split('_')[1]}` },
    ]);
  });

  // Decided by what each operation declares, whatever the database.
  if (kind === 'postgres') return;

  it('lets in exactly those whom the table of permissions names, to each operation', async () => {
    for (const { method, path, operation } of ADMIN_ROUTES) {
      for (const [name, { token, expected }] of Object.entries(all)) {
        const target = path.replaceAll(/:\w+/g, '999999999');
        const answer = await service().request(method, target, { token });
        const code = answer.headers.get('x-error-code') ?? '';
        const outcome = REFUSALS.includes(code) ? code : LET_IN;
        assert.equal(outcome, expected(permissionOf(operation.id)), `${name}: ${method} ${path}`);
      }
    }
  });

  it('keeps API keys out of everything that is not its own', async () => {
    const key = all['key with every scope']?.token;
    for (const { method, path, operation } of ROUTES) {
      if (operation.admin || !operation.bearer) continue;
      const answer = await service().request(method, path.replaceAll(/:\w+/g, '1'), { token: key });
      assert.deepEqual(
        [answer.status, answer.headers.get('x-error-code')],
        [401, 'invalid_token'],
        `${method} ${path}`,
      );
    }
  });

  it('refuses parameters that it does not know', async () => {
    const { accessToken: token } = await loggedInAdmin(service());
    const answer = await service().request('GET', '/api/admin/users/1?fields=password', { token });
    assert.deepEqual(
      [answer.status, answer.headers.get('x-error-code'), answer.headers.get('x-error-field')],
      [400, 'invalid_parameter', 'fields'],
    );
  });
});
