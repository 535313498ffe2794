import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVerifier } from '../../client/src/verify/index.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { actingAs } from '../support/acting.ts';
import { apiKeyOf, loggedInAdmin, promote } from '../support/admin.ts';
import type { Answer } from '../support/client.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { holdBody } from '../support/held-requests.ts';
import { suspend } from '../support/operator.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  claimsOf,
  EVERY_FEATURE,
  loggedIn,
  logIn,
  registered,
  resetToken,
  type Service,
  type Session,
  startService,
} from '../support/service.ts';

/** Whoever adds an operation decides whether it belongs here; until then it is refused. */
const OPEN_WHILE_ACTING = [
  'getMe',
  'updateMe',
  'getSecurity',
  'listPasskeys',
  'listSessions',
  'listApps',
  'listIdentities',
];

const outcomeOf = ({ status, headers }: Answer<unknown>) => [
  status,
  headers.get('x-error-code'),
  headers.get('x-error-reason'),
];
const ENDED = [401, 'invalid_token', 'acting_ended'];
const me = ({ request }: Service, token: string) => request('GET', '/api/me', { token });
const eventsOf = async ({ db }: Service, userId: number, since: string) => {
  const events = await db.all<{
    event: string;
    actor: string | null;
    subject: string | null;
    subject_name: string | null;
  }>('SELECT event, actor, subject, subject_name FROM audit_events WHERE user_id = $1 ORDER BY id', [userId]);
  return events.slice(events.findIndex(({ event }) => event === since));
};

describe('acting as a user', () => {
  it('is off unless ACT_AS_USER says otherwise, and ends with it', async (t) => {
    const database = await createTestDatabase(t, 'sqlite');
    const on = await startService(t, 'sqlite', { ACT_AS_USER: 'on' }, database);
    const [admin, user] = [await loggedInAdmin(on), await loggedIn(on)];
    const token = await actingAs(on, admin, user);
    assert.equal((await me(on, token)).status, 200);
    await on.stop();
    const off = await startService(t, 'sqlite', {}, database);
    assert.deepEqual(outcomeOf(await me(off, token)), ENDED);
    for (const [path, sender] of [
      [`/api/admin/users/${user.id}/act-as`, admin.accessToken],
      ['/api/act-as/end', token],
    ] as const) {
      const headers = { authorization: `Bearer ${sender}` };
      assert.equal((await fetch(`${off.url}${path}`, { method: 'POST', headers })).status, 404, path);
    }
  });

  it('is declared by the operations that it opens, and by no other', () => {
    const open = ROUTES.flatMap(({ operation: { id, whileActing } }) => (whileActing ? [id] : []));
    assert.deepEqual(open.sort(), [...OPEN_WHILE_ACTING].sort());
  });
});

describeOnBothDatabases('an administrator who acts as a user', (kind) => {
  const service = sharedService(kind, {
    ...EVERY_FEATURE,
    SESSIONS: 'single',
    MAX_EMAIL_BURST: '0',
    DELETION_GRACE: '14d',
  });

  it('is named beside the user, told of by e-mail, and leaves the owner’s session alone', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const token = await actingAs(service(), admin, user);
    const { sub, purpose, sid, amr, ...claims } = claimsOf(token);
    const { act } = claims as { act?: object };
    assert.deepEqual(
      [sub, purpose, sid, amr, act],
      [String(user.id), 'acting', undefined, undefined, { sub: String(admin.id) }],
    );

    const body = { industry: 'Poetry' };
    assert.equal((await service().request('PUT', '/api/me', { token, body })).data.industry, 'Poetry');
    assert.equal((await service().request('POST', '/api/act-as/end', { token })).status, 200);
    assert.deepEqual(outcomeOf(await me(service(), token)), ENDED);
    const actor = `user:${admin.id}`;
    assert.deepEqual(await eventsOf(service(), user.id, 'acted_as'), [
      { event: 'acted_as', actor, subject: 'reason', subject_name: 'Ticket 4711: the picture does not show' },
      { event: 'profile_updated', actor, subject: 'profile:industry', subject_name: null },
      { event: 'acting_ended', actor, subject: null, subject_name: null },
    ]);

    const notice = (await service().emailsTo(user.email)).at(-1);
    assert.match(notice?.subject ?? '', /An administrator is using your/);
    assert.match(notice?.text ?? '', /Reason: Ticket 4711: the picture does not show/);
    assert.doesNotMatch(notice?.text ?? '', /Network|Device/, 'not where the administrator sits');
    const refresh = { body: { refresh_token: user.refreshToken } };
    assert.equal((await service().request('POST', '/api/refresh', refresh)).status, 200);
  });

  it('cannot act as administrators, oneself, or whoever cannot log in; nor can an API key', async () => {
    const [admin, other, user] = [
      await loggedInAdmin(service()),
      await loggedInAdmin(service()),
      await loggedIn(service()),
    ];
    const act = (id: number, body: object = { reason: 'A ticket' }, token = admin.accessToken) =>
      service().request('POST', `/api/admin/users/${id}/act-as`, { token, body });
    const [suspended, leaving] = [await loggedIn(service()), await loggedIn(service())];
    await suspend(service(), suspended.email);
    await service().request('POST', '/api/me/delete', { token: leaving.accessToken });
    for (const [{ id }, reason] of [
      [admin, 'administrator'],
      [other, 'administrator'],
      [await registered(service()), 'not_active'],
      [suspended, 'not_active'],
      [leaving, 'deletion_pending'],
    ] as const) {
      assert.deepEqual(outcomeOf(await act(id)), [409, 'cannot_act_as', reason]);
    }
    assert.deepEqual(outcomeOf(await act(user.id, {})).slice(0, 2), [400, 'missing_field']);
    const key = await apiKeyOf(service(), admin, { scopes: ['users:read', 'users:write'] });
    assert.deepEqual(outcomeOf(await act(user.id, undefined, key)).slice(0, 2), [403, 'api_key_not_allowed']);
    assert.equal((await eventsOf(service(), user.id, 'acted_as'))[0]?.event, 'logged_in', 'nothing has begun');
  });

  /** What ends it, for good: also where the cause is taken back. */
  const ENDS: Readonly<Record<string, (admin: Session, user: Session) => Promise<unknown>>> = {
    'the time is over': () => service().clock.advance(10 * 60_000),
    'the administrator logs out': ({ refreshToken: refresh_token }) =>
      service().request('POST', '/api/logout', { body: { refresh_token } }),
    'the administrator logs in elsewhere': (admin) => logIn(service(), admin),
    'the administrator loses the role for a moment': async ({ email }) => {
      await usersCommand(service().db, ['demote', email], () => {});
      await promote(service(), email);
    },
    'the administrator is suspended for a moment': async ({ email }) => {
      await suspend(service(), email);
      await usersCommand(service().db, ['reinstate', email], () => {});
    },
    'the administrator acts as somebody else': async (admin) => actingAs(service(), admin, await loggedIn(service())),
    'the owner is suspended for a moment': async (_, { email }) => {
      await suspend(service(), email);
      await usersCommand(service().db, ['reinstate', email], () => {});
    },
    'the owner becomes an administrator for a moment': async (_, { email }) => {
      await promote(service(), email);
      await usersCommand(service().db, ['demote', email], () => {});
    },
    'the owner chooses a new password': async (_, { email }) => {
      const token = await resetToken(service(), email);
      await service().request('POST', '/api/reset-password', { token, body: { new_password: 'Owners-own-1' } });
    },
    'the owner asks to delete the account': (_, { accessToken: token }) =>
      service().request('POST', '/api/me/delete', { token }),
  };

  it(`is stopped for good by ${Object.keys(ENDS).length} causes`, async () => {
    await loggedInAdmin(service());
    for (const [what, happens] of Object.entries(ENDS)) {
      const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
      const token = await actingAs(service(), admin, user);
      assert.equal((await me(service(), token)).status, 200, what);
      await happens(admin, user);
      const [status, code, reason] = outcomeOf(await me(service(), token));
      assert.deepEqual([status, code], [401, 'invalid_token'], what);
      assert.equal(reason, what === 'the time is over' ? 'expired' : 'acting_ended', what);
    }
  });

  it('changes nothing once it is over, also with a request that began before', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    await loggedInAdmin(service());
    const token = await actingAs(service(), admin, user);
    const held = await holdBody(service(), { method: 'PUT', path: '/api/me', token, body: { industry: 'Crime' } });
    await usersCommand(service().db, ['demote', admin.email], () => {});
    assert.deepEqual(await held.release(), { status: 401, code: 'invalid_token' });
    assert.equal((await me(service(), user.accessToken)).data.industry, 'Computing');
  });

  // Decided by what each operation declares, whatever the database.
  if (kind === 'postgres') return;

  it('may do what is declared, and nothing else', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const token = await actingAs(service(), admin, user);
    for (const { method, path, operation } of ROUTES) {
      const { id, bearer } = operation;
      if (bearer === undefined || bearer === 'acting') continue;
      const answer = await service().request(method, path.replaceAll(/:\w+/g, String(user.id)), { token, body: {} });
      const code = answer.headers.get('x-error-code');
      if (bearer !== 'auth') assert.deepEqual([answer.status, code], [400, 'wrong_token_purpose'], id);
      else if (OPEN_WHILE_ACTING.includes(id)) assert.equal(answer.status, 200, `${id}: ${answer.text}`);
      else assert.deepEqual([answer.status, code], [403, 'acting_as_user'], id);
    }
    assert.equal((await service().request('POST', '/api/refresh', { body: { refresh_token: token } })).status, 401);
    for (const path of ['/oidc/me', '/oidc/token/introspection']) {
      const { status } = await fetch(`${service().url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      assert.ok(status >= 400, `${path}: ${status}`);
    }
    // The token of a login cannot be used in its place either.
    const own = await service().request('POST', '/api/act-as/end', { token: user.accessToken });
    assert.deepEqual(outcomeOf(own).slice(0, 2), [400, 'wrong_token_purpose']);

    const needs = { keys: `${service().url}/.well-known/jwks.json`, clockTolerance: 86_400 };
    await assert.rejects(createVerifier(needs)(token), { code: 'invalid_token' });
    const { sub, act } = await createVerifier({ ...needs, acting: true })(token);
    assert.deepEqual([sub, act], [String(user.id), { sub: String(admin.id) }]);
    assert.equal((await createVerifier({ ...needs, acting: true })(user.accessToken)).act, undefined);
  });
});
