import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { it } from 'node:test';
import pg from 'pg';
import { housekeepingStep } from '../../src/app/housekeeping.ts';
import { usersCommand } from '../../src/cli/users.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { changeAddress, freeAddress, revert, revertToken } from '../support/email-change.ts';
import { suspend } from '../support/operator.ts';
import { sharedService } from '../support/scenarios.ts';
import { loggedIn, logIn, type Service, type Session } from '../support/service.ts';
import { until } from '../support/until.ts';

const RETENTION = { auditKeptMs: 90 * 24 * 3_600_000, unverifiedKeptMs: 0 };
const ADMINS_ADDRESS = '198.51.100.77';

/**
 * A list of the interface is not asked to declare what strangers make of its addresses, so that this is no client of
 * the tests.
 */
const statusOf = async ({ url }: Service, token: string, method: string, path: string): Promise<number> =>
  (await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } })).status;

const cursorOf = (...members: unknown[]) => Buffer.from(JSON.stringify(members)).toString('base64url');

/**
 * Begins a download and takes nothing of it before `take`, which returns how many bytes came, and whether that was the
 * whole.
 */
async function beginDownload({ url }: Service, token: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(`${url}/api/admin/audit/export?user=999999`, { headers }, resolve).on('error', reject);
  });
  assert.equal(response.statusCode, 200);
  return {
    take: async () => {
      let bytes = 0;
      try {
        for await (const chunk of response) bytes += chunk.length;
      } catch {
        return { bytes, isWhole: false };
      }
      return { bytes, isWhole: response.complete };
    },
  };
}

/**
 * Locks an API key, so that what would remove it waits. On SQLite nothing waits: a batch is not interrupted there.
 * `begun`: as many requests wait, for the key or for one another.
 */
async function holdApiKey(t: Lifetime, { database, db }: Service, id: string) {
  if (db.kind === 'sqlite') return { begun: async () => {}, release: async () => {} };
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    cleanUpAfter(t, () => client.end());
    return client;
  };
  // Within a transaction, PostgreSQL goes on showing the connections of the first look.
  const [client, watcher] = [await connect(), await connect()];
  await client.query('BEGIN');
  await client.query('SELECT id FROM api_keys WHERE id = $1 FOR UPDATE', [id]);
  const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  return {
    begun: (count: number) =>
      until(`${count} requests wait`, async () => (await watcher.query(waiting)).rows.length >= count),
    release: async () => void (await client.query('COMMIT')),
  };
}

describeOnBothDatabases('attacks on the administration', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many', TRUST_PROXY: '127.0.0.1' });

  it('what was done to no account in particular keeps the name of whoever did it, swept or not', async () => {
    const { db, clock, request } = service();
    const admin = await loggedInAdmin(service());
    const { accessToken: token } = admin;
    await request('GET', '/api/admin/audit/export?event=exported', { token });
    const key = await apiKeyOf(service(), admin, { scopes: ['audit:read'] });
    await request('DELETE', `/api/admin/api-keys/${key.split('_')[1]}`, { token });
    await clock.advance(120_000);
    while (await housekeepingStep(db, RETENTION));
    const { data } = await request('GET', `/api/admin/audit?actor=user:${admin.id}`, { token });
    assert.deepEqual(
      data.items.map(({ event, count }) => `${event} ${count}`),
      ['api_key_revoked 1', 'api_key_made 1', 'audit_exported 1'],
    );
  });

  it('a path or a cursor that names nothing is refused, whatever it holds', async () => {
    const { accessToken: token, id } = await loggedInAdmin(service());
    for (const path of [
      '/api/me/sessions/%00',
      '/api/me/passkeys/%00',
      `/api/admin/users/${id}/sessions/%00`,
      '/api/admin/api-keys/a%00',
      '/api/admin/users/%00',
    ])
      assert.equal(await statusOf(service(), token, 'DELETE', path), 404, path);
    const places = ['2026-01-01 00:00:00+99', '2026-01-01 00:00:00+0099', '0000-01-01 00:00:00+00', '2026-02-30', '\0'];
    const tampered = [
      ...places.map((place) => ['sessions', cursorOf(`0 ${place}`, 1, '')]),
      ...['users', 'sessions', 'audit', 'emails'].flatMap((list) =>
        [cursorOf('', 1e300, ''), cursorOf('', '1', ''), cursorOf(['a'], 1, ''), cursorOf({}), cursorOf('', 1, {})].map(
          (cursor) => [list, cursor],
        ),
      ),
      ['audit', cursorOf('99999999999999999999 login_failed x', 1, '')],
      ['users', Buffer.from('{"__proto__":{"0":"","1":1}}').toString('base64url')],
    ];
    for (const [list, cursor] of tampered) {
      const path = `/api/admin/${list}?after=${cursor}`;
      assert.equal(await statusOf(service(), token, 'GET', path), 400, path);
    }
  });

  it('a download that is under way ends with its key, or when its owner is demoted or logged out', async () => {
    const { db, request } = service();
    const numbers =
      kind === 'postgres'
        ? 'generate_series(1, 10000)'
        : '(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i FROM n)';
    await db.all(
      `INSERT INTO audit_events (happened_at, event, user_id, user_agent) SELECT now(), 'reset_asked', 999999, $1 ` +
        `FROM ${numbers} AS numbers`,
      ['x'.repeat(1000)],
    );
    const keeper = await loggedInAdmin(service());
    const whole = await (await beginDownload(service(), keeper.accessToken)).take();
    assert.ok(whole.isWhole && whole.bytes > 10_000_000);

    const ways: Record<string, (admin: Session) => Promise<unknown>> = {
      suspended: ({ email }) => suspend(service(), email),
      demoted: ({ email }) => usersCommand(db, ['demote', email], () => {}),
      'logged out': ({ refreshToken }) => request('POST', '/api/logout', { body: { refresh_token: refreshToken } }),
    };
    for (const [way, end] of Object.entries(ways)) {
      const admin = await loggedInAdmin(service());
      const download = await beginDownload(service(), admin.accessToken);
      await end(admin);
      assert.equal((await download.take()).isWhole, false, way);
    }
    const key = await apiKeyOf(service(), keeper, { scopes: ['audit:read'] });
    const download = await beginDownload(service(), key);
    await request('DELETE', `/api/admin/api-keys/${key.split('_')[1]}`, { token: keeper.accessToken });
    assert.equal((await download.take()).isWhole, false, 'the key is revoked');
    await db.all('DELETE FROM audit_events WHERE user_id = 999999');
  });

  it('the owner of an account is not told where the administrator sits who changed it', async () => {
    const { request } = service();
    const [admin, owner] = [await loggedInAdmin(service()), await loggedIn(service())];
    const headers = { 'x-forwarded-for': ADMINS_ADDRESS, 'user-agent': 'The browser of the administrator' };
    const act = (path: string) => request('POST', path, { token: admin.accessToken, headers });
    assert.equal((await act(`/api/admin/users/${owner.id}/send-reset`)).status, 200);
    const { text } = await request('GET', '/api/me/export', { token: owner.accessToken });
    const asked = JSON.parse(text).data.events.find(({ event }: { event: string }) => event === 'reset_asked');
    assert.partialDeepStrictEqual(asked, { actor: `user:${admin.id}`, address: null, user_agent: null });
    assert.ok(!text.includes(ADMINS_ADDRESS) && !text.includes('The browser of the administrator'));
  });

  it('where an administrator sat is forgotten with the account, and who did it is not', async () => {
    const { db, request } = service();
    const [active, demoted, other] = [
      await loggedInAdmin(service()),
      await loggedInAdmin(service()),
      await loggedIn(service()),
    ];
    for (const { accessToken: token } of [active, demoted]) {
      const headers = { 'x-forwarded-for': '198.51.100.78' };
      assert.equal(
        (await request('POST', `/api/admin/users/${other.id}/end-sessions`, { token, headers })).status,
        200,
      );
      assert.equal((await request('POST', '/api/admin/emails/retry-dead', { token, headers })).status, 200);
      assert.equal((await request('GET', '/api/admin/audit/export?user=1', { token, headers })).status, 200);
      await logIn(service(), other);
    }
    const kept = () => db.all('SELECT event, actor FROM audit_events WHERE address = $1', ['198.51.100.78']);
    assert.equal((await kept()).length, 4);
    await usersCommand(db, ['demote', demoted.email], () => {});
    const { accessToken: token } = await loggedInAdmin(service());
    for (const { id } of [active, demoted])
      assert.equal((await request('DELETE', `/api/admin/users/${id}`, { token })).status, 200);
    assert.deepEqual(await kept(), []);
    const actors = 'SELECT COUNT(*) AS events FROM audit_events WHERE actor = $1 OR actor = $2';
    assert.deepEqual(await db.one(actors, [`user:${active.id}`, `user:${demoted.id}`]), { events: 4 });
  });

  it('whoever took over an administrator and made a key loses it when the change of address is reverted', async () => {
    const { clock } = service();
    const admin = await loggedInAdmin(service());
    const own = await apiKeyOf(service(), admin, { scopes: ['users:read', 'audit:read'] });
    await clock.advance(8 * 86_400_000);
    const { access_token: accessToken } = (await logIn(service(), admin)).data;
    const taken = await changeAddress(service(), { ...admin, accessToken }, freeAddress());
    const stolen = await apiKeyOf(service(), taken, { scopes: ['users:read'] });
    assert.equal(await statusOf(service(), stolen, 'GET', '/api/admin/users'), 200);
    assert.equal((await revert(service(), await revertToken(service(), admin.email))).status, 200);
    assert.equal(await statusOf(service(), stolen, 'GET', '/api/admin/users'), 401);
    assert.equal(await statusOf(service(), own, 'GET', '/api/admin/users'), 200, 'the key from before stays');
    const removed = await service().request('GET', '/api/admin/audit?event=api_key_revoked&limit=1', { token: own });
    assert.partialDeepStrictEqual(removed.data.items[0], {
      user_id: admin.id,
      actor: null,
      subject: `key:${stolen.split('_')[1]}`,
    });
  });

  it('a key that is revoked while the change of address is reverted, twice, is recorded once', async (t) => {
    const [other, admin] = [await loggedInAdmin(service()), await loggedInAdmin(service())];
    const taken = await changeAddress(service(), admin, freeAddress());
    const id = (await apiKeyOf(service(), taken, { scopes: ['users:read'] })).split('_')[1];
    const token = await revertToken(service(), admin.email);
    const { begun, release } = await holdApiKey(t, service(), String(id));
    const revoking = service().request('DELETE', `/api/admin/api-keys/${id}`, { token: other.accessToken });
    await begun(1);
    const reverting = [revert(service(), token), revert(service(), token)];
    await begun(3);
    await release();
    await revoking;
    const statuses = (await Promise.all(reverting)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 401]);
    const revoked = `SELECT id FROM audit_events WHERE event = 'api_key_revoked' AND subject = $1`;
    assert.equal((await service().db.all(revoked, [`key:${id}`])).length, 1);
  });

  it('a stolen session that makes a key is seen: the owner gets an e-mail that names the key', async () => {
    const admin = await loggedInAdmin(service());
    const before = (await service().emailsTo(admin.email)).length;
    const body = { name: 'Looks like evil.example', scopes: ['users:read'], days: 30 };
    const headers = { 'x-forwarded-for': '198.51.100.79', 'accept-language': 'fr' };
    const made = await service().request('POST', '/api/admin/api-keys', { token: admin.accessToken, body, headers });
    const { key } = made.data;
    const [notice, ...more] = (await service().emailsTo(admin.email)).slice(before);
    assert.deepEqual(more, []);
    assert.match(String(notice?.subject), /^Une clé d’API .* a été créée avec votre compte$/);
    const [, id, secret] = /^lk_([^_]+)_(.+)$/.exec(key) ?? [];
    assert.match(String(notice?.text), new RegExp(`Clé: Looks like evil\\.\u200bexample \\(lk_${id}_…\\)`));
    assert.match(String(notice?.text), /198\.51\.100\.x/);
    assert.ok(!`${notice?.text}${notice?.html}`.includes(String(secret)));
  });

  it('an API key that is quick does not suspend or delete whoever becomes administrator just then', async () => {
    const { db } = service();
    const admin = await loggedInAdmin(service());
    const key = await apiKeyOf(service(), admin, { scopes: ['users:write'] });
    for (const [method, action] of [...Array(4).fill(['POST', '/suspend']), ...Array(4).fill(['DELETE', ''])]) {
      const { id } = await loggedIn(service());
      const promote = { token: admin.accessToken, body: { role: 'ADMIN' } };
      const [promoted, changed] = await Promise.all([
        service().request('POST', `/api/admin/users/${id}/role`, promote),
        service().request(method, `/api/admin/users/${id}${action}`, { token: key }),
      ]);
      const one = await db.one<{ role: string; account_status: string }>(
        'SELECT role, account_status FROM users WHERE id = $1',
        [id],
      );
      const isBoth = promoted.status === 200 && changed.status === 200;
      assert.ok(
        !isBoth && !(one?.role === 'ADMIN' && one.account_status === 'SUSPENDED'),
        `${promoted.text} ${changed.text}`,
      );
    }
  });

  it('a key has a bounded number of networks, however they are written', async () => {
    const { accessToken: token } = await loggedInAdmin(service());
    const many = Array.from({ length: 21 }, (_, at) => `192.0.2.${at}`);
    for (const networks of [many, [many.join(',')]]) {
      const body = { name: 'A program', scopes: ['users:read'], days: 1, networks };
      const { status, headers } = await service().request('POST', '/api/admin/api-keys', { token, body });
      assert.deepEqual([status, headers.get('x-error-field')], [400, 'networks']);
    }
  });
});
