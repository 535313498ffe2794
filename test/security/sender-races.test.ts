import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { actingAs } from '../support/acting.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { setNewPassword } from '../support/changing-operations.ts';
import { createTestDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../support/databases.ts';
import { freeAddress } from '../support/email-change.ts';
import { holdBody } from '../support/held-requests.ts';
import { postPasskey, withPasskey } from '../support/passkey.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { sharedService } from '../support/scenarios.ts';
import {
  EVERY_FEATURE,
  loggedIn,
  logIn,
  type Service,
  type Session,
  startService,
  verified,
} from '../support/service.ts';
import { until } from '../support/until.ts';

/** The account is suspended, or was read before and its session has gone with the suspension. */
const REFUSED = [403, 401];

const SETTINGS = { ...EVERY_FEATURE, SESSIONS: 'many', MAX_EMAIL_BURST: '0' };

describeWhereDatabasesDiffer('a request that comes at the same moment as what forbids it', (kind: DatabaseKind) => {
  const service = sharedService(kind, SETTINGS);
  const change = (path: string, { accessToken: token }: Session, body?: object) =>
    service().request('POST', `/api/admin/users/${path}`, { token, body });

  it('comes before it, or is refused: nothing is done by whoever is suspended', async () => {
    await loggedInAdmin(service());
    for (let round = 0; round < 10; round += 1) {
      const [admin, other, { id }] = [
        await loggedInAdmin(service()),
        await loggedInAdmin(service()),
        await loggedIn(service()),
      ];
      const [promoted, suspended] = await Promise.all([
        change(`${id}/role`, admin, { role: 'ADMIN' }),
        change(`${admin.id}/suspend`, other),
      ]);
      assert.equal(suspended.status, 200, suspended.text);
      assert.ok([200, ...REFUSED].includes(promoted.status), promoted.text);
      const events = await service().db.all<{ event: string }>(
        `SELECT event FROM audit_events WHERE (actor = $1 AND event = 'role_changed') OR (user_id = $2 AND event = ` +
          `'suspended') ORDER BY id`,
        [`user:${admin.id}`, admin.id],
      );
      const expected = promoted.status === 200 ? ['role_changed', 'suspended'] : ['suspended'];
      assert.deepEqual(
        events.map(({ event }) => event),
        expected,
      );
    }
  });

  it('lets one of two administrators suspend the other', async () => {
    await loggedInAdmin(service());
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [await loggedInAdmin(service()), await loggedInAdmin(service())];
      const answers = await Promise.all([change(`${two.id}/suspend`, one), change(`${one.id}/suspend`, two)]);
      const [done = 0, refused = 0] = answers.map(({ status }) => status).sort();
      assert.ok(done === 200 && REFUSED.includes(refused), `${done} ${refused}`);
    }
  });

  it('does not keep two waiting for each other who change each other, or act as somebody', async () => {
    const [first, one, two, user] = [
      await loggedInAdmin(service()),
      await loggedInAdmin(service()),
      await loggedInAdmin(service()),
      await loggedIn(service()),
    ];
    const acting = await actingAs(service(), first, user);
    const others: Readonly<Record<string, readonly [path: string, body?: object]>> = {
      note: ['notes', { text: 'Called.' }],
      reset: ['send-reset'],
      address: ['email', { email: freeAddress() }],
      'end sessions': ['end-sessions'],
    };
    for (const [name, [path, body]] of Object.entries(others)) {
      const sessions = await Promise.all([one, two].map((admin) => logIn(service(), admin)));
      const [a, b] = sessions.map(({ data }, at) => ({ ...(at ? two : one), accessToken: data.access_token }));
      if (!a || !b) return assert.fail();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => [
          change(`${two.id}/${path}`, a, body),
          change(`${one.id}/${path}`, b, body),
          change(`${user.id}/${path}`, first, body),
          service().request('PUT', '/api/me', { token: acting, body: { industry: 'Crime' } }),
        ]).flat(),
      );
      // PostgreSQL ends a deadlock by failing one of those who wait.
      assert.deepEqual(
        answers.filter(({ status }) => status >= 500).map(({ text }) => text),
        [],
        name,
      );
    }
  });
});

describeWhereDatabasesDiffer('a held request where more ends the access', (kind: DatabaseKind) => {
  it('is refused after a new password with PROFILE=hardened, whatever it is', async (t) => {
    const service = await startService(t, kind, { ...SETTINGS, PROFILE: 'hardened' });
    for (const body of [{ industry: 'Poetry' }, undefined]) {
      const sender = await loggedIn(service);
      const { password, accessToken: token } = sender;
      const held = await holdBody(service, {
        ...(body ? { method: 'PUT', path: '/api/me' } : { method: 'POST', path: '/api/change-password' }),
        token,
        body: body ?? { current_password: password, new_password: 'Thiefs-own-1' },
      });
      await setNewPassword(service, sender);
      assert.deepEqual(await held.release(), { status: 401, code: 'invalid_token' });
      await logIn(service, { ...sender, password: 'Owners-own-1' });
    }
  });

  it('is refused once the passkey is gone that SECOND_FACTOR demanded', async (t) => {
    const service = await startService(t, kind, { ...SETTINGS, SECOND_FACTOR: 'required' });
    const account = await verified(service);
    const authenticator = await withPasskey(service, account);
    const { access_token: token } = (await postPasskey(service, authenticator)).data;
    const held = await holdBody(service, { method: 'PUT', path: '/api/me', token, body: { industry: 'Poetry' } });
    const [passkey] = (await service.request('GET', '/api/me/passkeys', { token })).data.passkeys;
    assert.equal((await service.request('DELETE', `/api/me/passkeys/${passkey?.id}`, { token })).status, 200);
    assert.deepEqual(await held.release(), { status: 403, code: 'second_factor_setup_required' });
  });
});

describe('a request whose sender never stays the same', () => {
  it('changes nothing, and the log says why', async (t) => {
    const database = await createTestDatabase(t, 'sqlite');
    let isChanging = false;
    const open = (): RawDatabase => {
      const db = database.open();
      const batch: RawDatabase['batch'] = async (statements) => {
        // Whatever it was allowed by when it was read, it is something else when it is written.
        if (isChanging) await db.all('UPDATE users SET second_factors = second_factors + 1');
        return db.batch(statements);
      };
      return { ...db, batch };
    };
    const service = await startService(t, 'sqlite', {}, { ...database, open });
    const { accessToken: token } = await loggedIn(service);
    isChanging = true;
    const { status, message } = await service.request('PUT', '/api/me', { token, body: { industry: 'Poetry' } });
    isChanging = false;
    assert.deepEqual([status, message], [503, 'The service is busy. Please try again in a moment.']);
    assert.match(service.logLines.join(''), /"level":40,.*"route":"\/api\/me","reason":"[^"]* has changed 5 times"/);
    assert.equal((await service.request('GET', '/api/me', { token })).data.industry, 'Computing');
  });
});

/** Somebody else's transaction, held open: what it locks first, the request waits for. */
describe('a request that waits for a change of the account (postgres)', () => {
  const service = sharedService('postgres', SETTINGS);

  async function meanwhile(change: string, request: () => ReturnType<Service['request']>, end: string) {
    const other = new pg.Client({ connectionString: service().database.url });
    await other.connect();
    try {
      await other.query(`SET deadlock_timeout = '5ms'; BEGIN; ${change}`);
      let isAnswered = false;
      const answer = request().finally(() => {
        isAnswered = true;
      });
      const waiting = 'SELECT 1 AS one FROM pg_catalog.pg_locks WHERE NOT granted';
      await until('it waits, or is answered', async () => isAnswered || (await service().db.one(waiting)));
      await other.query(`${end}; COMMIT`);
      const { status, headers } = await answer;
      return [status, headers.get('x-error-code')];
    } finally {
      await other.end();
    }
  }

  it('does not keep a suspension waiting, when an administrator acts as the user', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const token = await actingAs(service(), admin, user);
    const outcome = await meanwhile(
      `UPDATE users SET account_status = 'SUSPENDED' WHERE id = ${user.id}`,
      () => service().request('PUT', '/api/me', { token, body: { industry: 'Crime' } }),
      `DELETE FROM acting WHERE user_id = ${user.id}`,
    );
    assert.deepEqual(outcome, [401, 'invalid_token']);
  });

  it('lets nobody begin to act as a user who is being suspended', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const [token, body] = [admin.accessToken, { reason: 'Ticket 4711' }];
    const outcome = await meanwhile(
      `UPDATE users SET account_status = 'SUSPENDED' WHERE id = ${user.id}`,
      () => service().request('POST', `/api/admin/users/${user.id}/act-as`, { token, body }),
      `DELETE FROM acting WHERE user_id = ${user.id}`,
    );
    assert.deepEqual(outcome, [409, 'cannot_act_as']);
  });

  it('asks for no other address of an account that becomes an administrator, when a key sent it', async () => {
    const [admin, user] = [await loggedInAdmin(service()), await loggedIn(service())];
    const token = await apiKeyOf(service(), admin, { scopes: ['users:email'] });
    const outcome = await meanwhile(
      `UPDATE users SET role = 'ADMIN' WHERE id = ${user.id}`,
      () => service().request('POST', `/api/admin/users/${user.id}/email`, { token, body: { email: freeAddress() } }),
      `DELETE FROM email_changes WHERE user_id = ${user.id}`,
    );
    assert.deepEqual(outcome, [403, 'administrator_protected']);
  });
});
