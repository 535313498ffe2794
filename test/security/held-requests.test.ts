import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BULK_ACTIONS } from '../../src/administration/user-actions.ts';
import type { LoadedRoute } from '../../src/api/route.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { apiKeyOf, loggedInAdmin, promote } from '../support/admin.ts';
import {
  ADMIN_CHANGES,
  changePasswordWithCode,
  LINK_CHANGES,
  OWN_CHANGES,
  type Prepared,
  setNewPassword,
} from '../support/changing-operations.ts';
import { createTestDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../support/databases.ts';
import {
  type HeldRequest,
  type HoldingDatabase,
  holdBody,
  holdingDatabase,
  holdWrite,
} from '../support/held-requests.ts';
import { suspend } from '../support/operator.ts';
import { ROUTES } from '../support/routes.ts';
import {
  claimsOf,
  EVERY_FEATURE,
  loggedIn,
  logIn,
  type Service,
  type Session,
  startService,
} from '../support/service.ts';
import { allRows } from '../support/whole-database.ts';

const SETTINGS = { ...EVERY_FEATURE, SESSIONS: 'many', DELETION_GRACE: '14d', MAX_EMAIL_BURST: '0' };

/** Every operation that may change something for a token. */
const CHANGING = ROUTES.filter(({ method, operation }) => method !== 'GET' && operation.bearer !== undefined);
const routeOf = (id: string): LoadedRoute => CHANGING.find(({ operation }) => operation.id === id) as LoadedRoute;

describe('the operations that change something for a token', () => {
  it('each have a row here, and each row has its operation', () => {
    const rows = [OWN_CHANGES, ADMIN_CHANGES, LINK_CHANGES].flatMap((table) => Object.keys(table));
    assert.deepEqual(rows.sort(), CHANGING.map(({ operation: { id } }) => id).sort());
  });
});

/**
 * Each operation with one of what may become of its sender, not the same one on each database, and each of the
 * administration with an administrator on one database and an API key on the other; `npm run races`: with all of it.
 */
const isAll = process.env.HELD_REQUESTS === 'all';
const someOf = <T>(all: Readonly<Record<string, T>>, at: number): [string, T][] => {
  const entries = Object.entries(all);
  return isAll ? entries : entries.slice(at % entries.length).slice(0, 1);
};

/** Answered before their e-mails are sent, which are dropped then. */
const MAILING = ['adminSendReset', 'adminResendVerification'];

/** The accounts that an action is for, where it is not for every one. */
const BULK_TARGETS: Readonly<Record<string, (typeof ADMIN_CHANGES)[string] | undefined>> = {
  reinstate: ADMIN_CHANGES.adminReinstateUser,
  'resend-verification': ADMIN_CHANGES.adminResendVerification,
  'cancel-invitation': ADMIN_CHANGES.adminCancelInvitation,
};

/** Every administrative change of an account, and which account it changes. */
const CHANGES_OF_ACCOUNTS: Readonly<
  Record<
    string,
    {
      readonly prepare: (service: Service, sender: Session) => Promise<Prepared & { readonly target: number }>;
      /** One of several: refused in the list of outcomes. */
      readonly isOutcome?: boolean;
    }
  >
> = {
  ...Object.fromEntries(
    Object.entries(ADMIN_CHANGES)
      .filter(([id]) => routeOf(id).path.startsWith('/api/admin/users/:id'))
      .map(([id, prepare]) => [
        id,
        {
          prepare: async (service, sender) => {
            const prepared = await prepare(service, sender);
            return { ...prepared, target: Number(prepared.params?.id) };
          },
        },
      ]),
  ),
  ...Object.fromEntries(
    Object.keys(BULK_ACTIONS).map((action) => [
      `adminChangeUsers ${action}`,
      {
        isOutcome: true,
        prepare: async (service, sender) => {
          const { params } = (await BULK_TARGETS[action]?.(service, sender)) ?? {};
          const target = params ? Number(params.id) : (await loggedIn(service)).id;
          return { body: { action, ids: [target] }, target };
        },
      },
    ]),
  ),
  adminEndSessions: {
    isOutcome: true,
    prepare: async (service) => {
      const { id, accessToken } = await loggedIn(service);
      return { body: { sessions: [`${id}/${claimsOf(accessToken).sid}`] }, target: id };
    },
  },
};

type Revoke = (service: Service, sender: Session) => Promise<unknown>;

const scheduleDeletion: Revoke = async (service, { accessToken: token }) => {
  const answer = await service.request('POST', '/api/me/delete', { token });
  assert.equal(answer.status, 200, answer.text);
};

const demote: Revoke = ({ db }, { email }) => usersCommand(db, ['demote', email], () => {});

/** What becomes of the sender while the request is held, and the refusal that follows. */
const OF_ACCOUNTS: Readonly<Record<string, { readonly revoke: Revoke; readonly code: string }>> = {
  'is suspended': { revoke: (service, { email }) => suspend(service, email), code: 'account_not_active' },
  'asks to delete the account': { revoke: scheduleDeletion, code: 'deletion_pending' },
  'is logged out': {
    revoke: async (service, { refreshToken: refresh_token }) => {
      assert.equal((await service.request('POST', '/api/logout', { body: { refresh_token } })).status, 200);
    },
    code: 'invalid_token',
  },
  'is given a new password': { revoke: setNewPassword, code: 'invalid_token' },
};
const OF_ADMINISTRATORS = { ...OF_ACCOUNTS, 'is demoted': { revoke: demote, code: 'admin_required' } };

const DONE = Object.fromEntries(Object.keys(OF_ACCOUNTS).map((what) => [what, '']));

/**
 * An access token lives out its minutes after a logout or a new password, as the interface has it; empty: the operation
 * is done.
 */
const BY_THE_DOCUMENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  updateMe: { 'is logged out': '', 'is given a new password': '' },
  changePassword: { 'is logged out': '', 'is given a new password': 'wrong_current_password' },
  // They write nothing: what comes back from the provider is for a session that still is.
  beginLinking: DONE,
  beginConfirming: DONE,
};

describeWhereDatabasesDiffer('a request that is held', (kind: DatabaseKind) => {
  let at = kind === 'sqlite' ? 0 : 3;
  let service: Service;
  let database: HoldingDatabase;
  const cleanUps: (() => unknown)[] = [];
  const lifetime = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
  before(async () => {
    database = holdingDatabase(await createTestDatabase(lifetime, kind));
    service = await startService(lifetime, kind, SETTINGS, database);
    // So that nobody is the last administrator.
    await loggedInAdmin(service);
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  const requestTo = ({ method, path }: LoadedRoute, token: string, { params = {}, body, headers }: Prepared) => {
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
    return { method, path: filled, token, ...(body !== undefined && { body }), ...(headers && { headers }) };
  };
  const hold = (sent: ReturnType<typeof requestTo>): Promise<HeldRequest> =>
    sent.body === undefined ? holdWrite(service, database, sent) : holdBody(service, sent);
  const rows = async () => {
    await service.emailsTo('');
    return [...(await allRows(service.db))]
      .flatMap(([table, all]) => all.map((row) => `${table} ${JSON.stringify(row)}`))
      .sort();
  };

  /** Nothing is written, and the answer is that of the same request sent now. */
  async function assertRefused(held: HeldRequest, sent: ReturnType<typeof requestTo>, code: string): Promise<void> {
    const written = await rows();
    const answer = await held.release();
    assert.equal(answer.code, code);
    assert.deepEqual(await rows(), written);
    const now = await service.request(sent.method, sent.path, sent);
    assert.deepEqual(answer, { status: now.status, code: now.headers.get('x-error-code') });
  }

  for (const [id, prepare] of Object.entries({
    ...OWN_CHANGES,
    'changePassword with a code': changePasswordWithCode,
  })) {
    at += 1;
    for (const [what, { revoke, code }] of someOf(OF_ACCOUNTS, at)) {
      it(`${id}: the sender ${what}`, async () => {
        const given = await loggedIn(service);
        const prepared = await prepare(service, given);
        const sender = prepared.sender ?? given;
        const sent = requestTo(routeOf(id.split(' ')[0] ?? ''), sender.accessToken, prepared);
        const held = await hold(sent);
        await revoke(service, sender);
        const documented = BY_THE_DOCUMENT[id]?.[what];
        if (documented === undefined) return assertRefused(held, sent, code);
        assert.equal((await held.release()).code, documented);
      });
    }
  }

  for (const [id, prepare] of Object.entries(ADMIN_CHANGES)) {
    const route = routeOf(id);
    at += 1;
    const asKey = at % 2 === 0;
    for (const [what, { revoke, code }] of isAll || !asKey ? someOf(OF_ADMINISTRATORS, at) : []) {
      it(`${id}: the administrator ${what}`, async () => {
        const sender = await loggedInAdmin(service);
        const sent = requestTo(route, sender.accessToken, await prepare(service, sender));
        const held = await hold(sent);
        await revoke(service, sender);
        await assertRefused(held, sent, code);
      });
    }

    const scope = route.operation.admin?.scope ?? null;
    if (scope === null || !(isAll || asKey)) continue;
    const ofKeys: Readonly<Record<string, (maker: Session, key: string) => Promise<unknown>>> = {
      'is revoked': async ({ accessToken: token }, key) => {
        const path = `/api/admin/api-keys/${key.split('_')[1]}`;
        assert.equal((await service.request('DELETE', path, { token })).status, 200);
      },
      'loses the administrator who made it': (maker) => demote(service, maker),
      'was made by somebody who is suspended now': ({ email }) => suspend(service, email),
    };
    for (const [what, revoke] of someOf(ofKeys, at)) {
      it(`${id}: the API key ${what}`, async () => {
        const maker = await loggedInAdmin(service);
        const key = await apiKeyOf(service, maker, { scopes: [scope] });
        const sent = requestTo(route, key, await prepare(service, maker));
        const held = await hold(sent);
        await revoke(maker, key);
        await assertRefused(held, sent, 'invalid_api_key');
      });
    }
  }

  // All of them on both databases: a lock that is missing shows on PostgreSQL alone.
  for (const [id, { prepare, isOutcome = false }] of Object.entries(CHANGES_OF_ACCOUNTS)) {
    const route = routeOf(id.split(' ')[0] ?? '');
    const scope = route.operation.admin?.scope ?? null;
    if (scope === null) continue;
    it(`${id}: the account becomes an administrator, whom no API key changes`, async () => {
      const maker = await loggedInAdmin(service);
      const { target, ...prepared } = await prepare(service, maker);
      const key = await apiKeyOf(service, maker, { scopes: [scope] });
      const sent = requestTo(route, key, prepared);
      const held = await holdWrite(service, database, sent);
      await service.db.all("UPDATE users SET role = 'ADMIN' WHERE id = $1", [target]);
      const written = await rows();
      const { status, code } = await held.release();
      assert.deepEqual([status, code], isOutcome ? [200, ''] : [403, 'administrator_protected']);
      if (isOutcome) assert.match((await held.answered).text, /"outcome":"administrator_protected"/);
      assert.deepEqual(await rows(), written);
    });
  }

  it('of a key about several accounts says what was done to those before the new administrator', async () => {
    const maker = await loggedInAdmin(service);
    const key = await apiKeyOf(service, maker, { scopes: ['users:write'] });
    const ids = [(await loggedIn(service)).id, (await loggedIn(service)).id];
    const held = await holdWrite(
      service,
      database,
      requestTo(routeOf('adminChangeUsers'), key, { body: { action: 'suspend', ids } }),
      1,
    );
    await service.db.all("UPDATE users SET role = 'ADMIN' WHERE id = $1", [ids[1] ?? 0]);
    await held.release();
    assert.deepEqual(JSON.parse((await held.answered).text).data.outcomes, [
      { id: ids[0], outcome: 'done' },
      { id: ids[1], outcome: 'administrator_protected' },
    ]);
  });

  const sayGone = async () => {
    const sender = await loggedInAdmin(service);
    const statuses: Record<string, number> = {};
    for (const [id, prepare] of Object.entries(ADMIN_CHANGES)) {
      const route = routeOf(id);
      if (!route.path.startsWith('/api/admin/users/:id') || MAILING.includes(id)) continue;
      const prepared = await prepare(service, sender);
      const held = await holdWrite(service, database, requestTo(route, sender.accessToken, prepared));
      await service.db.all('DELETE FROM users WHERE id = $1', [prepared.params?.id ?? 0]);
      statuses[id] = (await held.release()).status;
    }
    assert.deepEqual(statuses, Object.fromEntries(Object.keys(statuses).map((id) => [id, 404])));
  };
  // The same code on both databases.
  if (kind === 'sqlite') it('says of an account that was deleted meanwhile that it is gone', sayGone);

  /**
   * By the interface, a link to reset a password works for a suspended account; so do those that take an address back.
   */
  const OF_LINKS: Readonly<Record<string, string>> = {
    verify: 'account_not_active',
    declineVerification: 'account_not_active',
    acceptInvitation: 'account_not_active',
    endActing: 'invalid_token',
    confirmEmailChange: 'account_not_active',
    resetPassword: '',
    stopEmailChange: '',
    revertEmailChange: '',
  };
  for (const [id, prepare] of Object.entries(LINK_CHANGES)) {
    it(`${id}: the account is suspended`, async () => {
      const { account, token, body } = await prepare(service, await loggedInAdmin(service));
      const sent = requestTo(routeOf(id), token, { body });
      const held = await hold(sent);
      await suspend(service, account.email);
      const code = OF_LINKS[id] ?? '';
      if (code !== '') return assertRefused(held, sent, code);
      assert.deepEqual(await held.release(), { status: 200, code: '' });
    });
  }

  it('of a thief who confirms an authenticator app does not lock the owner out who has a new password', async () => {
    const thief = await loggedIn(service);
    const prepared = await OWN_CHANGES.confirmTotp?.(service, thief);
    const held = await hold(requestTo(routeOf('confirmTotp'), thief.accessToken, prepared ?? {}));
    await setNewPassword(service, thief);
    assert.deepEqual(await held.release(), { status: 401, code: 'invalid_token' });
    await logIn(service, { ...thief, password: 'Owners-own-1' });
  });

  it('goes on when what has changed does not matter', async () => {
    const sender = await loggedIn(service);
    const sent = requestTo(routeOf('updateMe'), sender.accessToken, { body: { industry: 'Poetry' } });
    const held = await hold(sent);
    await promote(service, sender.email);
    assert.deepEqual(await held.release(), { status: 200, code: '' });
    const { data } = await service.request('GET', '/api/me', { token: sender.accessToken });
    assert.equal(data.industry, 'Poetry');
  });

  it('and is about the own account too does everything else first', async () => {
    const sender = await loggedInAdmin(service);
    const { id } = await loggedIn(service);
    for (const action of ['end-sessions', 'suspend']) {
      const { access_token: token } = (await logIn(service, sender)).data;
      const body = { action, ids: [sender.id, id] };
      const { data } = await service.request('POST', '/api/admin/users/bulk', { token, body });
      const done = [sender.id, id].map((one) => ({ id: one, outcome: 'done' }));
      assert.deepEqual(data.outcomes, done, action);
    }
  });
});
