import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createPasswords } from '../../src/accounts/password-hashing.ts';
import type { Database, Row } from '../../src/store/database.ts';
import { migrate, readMigrations } from '../../src/store/migrate.ts';
import { hashRefreshToken } from '../../src/tokens/refresh-token.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createEmptyDatabase, type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { claimsOf, loggedIn, logIn, startService, verificationToken } from '../support/service.ts';
import * as before from './version-before.ts';

const WEEK_MS = 7 * 86_400_000;
const PASSWORD = 'Analytical1';
const ADA = { email: 'ada@example.com', password: PASSWORD };
const REFRESH_TOKEN = 'the refresh token of Ada';

const TABLES = ['users', 'refresh_tokens', 'outbox', 'outbox_attempts', 'throttles', 'audit_events', 'audit_counts'];

async function openBefore(t: TestContext, kind: DatabaseKind) {
  const database = await createEmptyDatabase(t, kind);
  const open = () => {
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    return db;
  };
  const db = open();
  await migrate(
    db,
    readMigrations(kind).filter(({ version }) => version <= before.SCHEMA_BEFORE),
  );
  await fill(db);
  return { database, db, open };
}

/** Of each table a few rows, in every state that an upgrade could meet. */
async function fill(db: Database): Promise<void> {
  const passwords = createPasswords({
    concurrency: 1,
    prefetch: 0,
    maxWaiting: 1,
    clientAt: (address) => address,
    onUnreadableHash() {},
  });
  const hash = await passwords.hash(PASSWORD, { isDisconnected: false, requester: { address: null } });
  const user = `INSERT INTO users (full_name, email, phone_number, industry, password_hash, account_status, created_at, updated_at)
    VALUES ($1, $2, $3, 'Computing', $4, $5, now(), now())`;
  const email = `INSERT INTO outbox (user_id, kind, message_id, credential_version, state, due_at, created_at, updated_at)
    VALUES ($1, 'verification', $2, 1, $3, now(), now(), now())`;
  for (const [sql, params] of [
    [user, ['Ada', ADA.email, '1', hash, 'ACTIVE']],
    [user, ['Grace', 'grace@example.com', '2', hash, 'INACTIVE']],
    [user, ['Mary', 'mary@example.com', '3', hash, 'ACTIVE']],
    [before.LOG_IN, [1, hashRefreshToken(REFRESH_TOKEN), WEEK_MS, 1, 'an id']],
    [before.LOG_IN, [3, 'another', WEEK_MS, 1, 'another id']],
    [email, [2, 'waits', 'waiting']],
    [email, [1, 'was sent', 'sent']],
    [email, [3, 'is dead', 'dead']],
    [
      `INSERT INTO outbox_attempts (email_id, attempt, outcome, answer, ended_at) VALUES (3, 1, 'dead', '550 no', now())`,
    ],
    [`INSERT INTO throttles (key, failures, counted_since, busy_until) VALUES ('one', 3, now(), now())`],
    [before.RECORD, ['suspended', 1, null, 'latchkey command']],
    [before.RECORD_BY_EMAIL, ['registered', ADA.email, '192.0.2.1', 'Browser/1']],
    [`INSERT INTO audit_counts (hour, event, network, events) VALUES (1, 'login_failed', '192.0.2.1', 7)`],
  ] as [string, (string | number | null)[]?][]) {
    await db.all(sql, params ?? []);
  }
}

const rowsOf = async (db: Database): Promise<[table: string, rows: Row[]][]> =>
  Promise.all(
    TABLES.map(async (table): Promise<[string, Row[]]> => [table, await db.all(`SELECT * FROM ${table} ORDER BY 1`)]),
  );

describeOnBothDatabases('a database of the version before', (kind) => {
  it('keeps every row when it is migrated, and the service works on it', async (t) => {
    const { database, db, open } = await openBefore(t, kind);
    const rows = await rowsOf(db);
    assert.ok(
      rows.every(([, some]) => some.length > 0),
      'each table has rows',
    );
    await migrate(db);
    // On a connection of its own: `*` means other columns by now.
    const after = open();
    for (const [table, old] of rows) {
      const now = await after.all<Row>(`SELECT * FROM ${table} ORDER BY 1`);
      const members = Object.keys(old[0] ?? {});
      assert.deepEqual(
        now.map((row) => Object.fromEntries(members.map((name) => [name, row[name]]))),
        old.map((row) => ({ ...row })),
        table,
      );
    }

    const service = await startService(t, kind, {}, database);
    const refresh = () => service.request('POST', '/api/refresh', { body: { refresh_token: REFRESH_TOKEN } });
    const refreshed = await refresh();
    assert.equal(refreshed.status, 200);
    assert.equal(claimsOf(refreshed.data.access_token).sid, 'an id');
    assert.ok(await verificationToken(service, 'grace@example.com'), 'the e-mail that waited is sent');
    await logIn(service, ADA);
    assert.equal((await refresh()).status, 401, 'a login still ends the session before');
  });

  it('is migrated while the version before goes on working, and no request of it fails', async (t) => {
    const { db, open } = await openBefore(t, kind);
    let migrated = false;
    let logins = 0;
    const work = async (client: Database, userId: number) => {
      for (let more = 5; more > 0; more -= migrated ? 1 : 0) {
        const value = `of ${userId}, ${logins}`;
        const batch = [
          { sql: before.LOG_IN, params: [userId, value, WEEK_MS, 1, value], required: true },
          { sql: before.RECORD, params: ['logged_in', userId, '192.0.2.1', 'Browser/1'] },
          { sql: before.ENQUEUE, params: [ADA.email, 'verification', `${value} ${Math.random()}`, '', null] },
        ];
        assert.ok(await client.batch(batch));
        assert.equal((await client.one<{ id: number }>(before.REFRESH, [value]))?.id, userId);
        logins += 1;
        await setImmediate();
      }
    };
    const working = [work(open(), 1), work(open(), 3)];
    for (; logins < 4; await setImmediate());
    await migrate(db);
    migrated = true;
    await Promise.all(working);
    assert.deepEqual(await db.one('SELECT COUNT(*) AS sessions FROM refresh_tokens'), { sessions: 2 });
  });

  it('has accounts found by every word of their names, also those that were there before the words were kept', async (t) => {
    const database = await createEmptyDatabase(t, kind);
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    const all = readMigrations(kind);
    await migrate(
      db,
      all.filter(({ version }) => version < 20),
    );
    await db.all(`INSERT INTO users (full_name, email, phone_number, industry, password_hash, name_key, surname_key, created_at, updated_at)
      VALUES ('Anna María López García', 'anna@example.com', '1', 'x', 'none', 'anna maria lopez garcia', 'maria lopez garcia', now(), now()),
        ('Ada Lovelace', 'ada@example.com', '2', 'x', 'none', 'ada lovelace', 'lovelace', now(), now())`);
    const service = await startService(t, kind, {}, database);
    const { accessToken: token } = await loggedInAdmin(service);
    for (const [query, found] of [
      ['lopez', 1],
      ['garcia', 1],
      ['lovelace', 1],
    ] as const) {
      const { data } = await service.request('GET', `/api/admin/users?query=${query}&role=USER`, { token });
      assert.equal(data.items.length, found, query);
    }
  });

  it('knows who was invited, also by an instance of the version before, when the audit trail has forgotten it', async (t) => {
    const database = await createEmptyDatabase(t, kind);
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    const all = readMigrations(kind);
    /** As the version before does it. */
    const add = async (email: string, event: string) => {
      await db.all(
        `INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
          VALUES ('Ida', $1, $1, 'x', 'none', now(), now())`,
        [email],
      );
      await db.all(before.RECORD_BY_EMAIL, [event, email, null, null]);
    };
    await migrate(
      db,
      all.filter(({ version }) => version < 21),
    );
    await add('earlier@example.com', 'invited');
    await add('own@example.com', 'registered');
    await migrate(db);
    await add('meanwhile@example.com', 'invited');
    await db.all('DELETE FROM audit_events');
    const service = await startService(t, kind, {}, database);
    for (const [email, link] of [
      ['earlier@example.com', '/invitation?'],
      ['meanwhile@example.com', '/invitation?'],
      ['own@example.com', '/verify?'],
    ] as const) {
      await service.request('POST', '/api/resend-verification', { body: { email } });
      const emails = await service.emailsTo(email);
      assert.ok(emails.length === 1 && emails[0]?.text.includes(link), `${email} gets ${link}`);
    }
  });
});

interface SessionRow {
  readonly id: string | null;
  readonly user_agent: string | null;
}

describeOnBothDatabases('the version before, on the new schema', (kind) => {
  it('logs in, refreshes, logs out, and leaves one session per user', async (t) => {
    const service = await startService(t, kind);
    const { db } = service;
    const { id, refreshToken } = await loggedIn(service);
    const session = () => db.all<SessionRow>('SELECT * FROM refresh_tokens WHERE user_id = $1', [id]);
    const refresh = (refresh_token: string) => service.request('POST', '/api/refresh', { body: { refresh_token } });
    const [ours] = await session();
    assert.ok(ours?.id && ours.id !== 'their id');

    assert.ok(await db.one(before.LOG_IN, [id, hashRefreshToken('theirs'), WEEK_MS, 1, 'their id']));
    const [theirs, ...more] = await session();
    assert.deepEqual(more, []);
    assert.deepEqual([theirs?.id, theirs?.user_agent], ['their id', 'Browser/1']);
    assert.equal((await refresh(refreshToken)).status, 401);
    const refreshed = await refresh('theirs');
    assert.equal(refreshed.status, 200);
    assert.equal(claimsOf(refreshed.data.access_token).sid, 'their id');

    assert.ok(await db.one(before.REFRESH, [hashRefreshToken('theirs')]));
    assert.ok(await db.one(before.LOG_OUT, [hashRefreshToken('theirs')]));
    assert.deepEqual(await session(), []);
    assert.ok(await db.one(before.LOG_IN, [id, 'first', WEEK_MS, 1, 'first']));
    await db.one(before.END_SESSION, [id]);
    assert.ok(await db.one(before.LOG_IN, [id, 'second', WEEK_MS, 1, 'second']));
    assert.equal((await db.all(before.REVOKE_SESSIONS, [0, id])).length, 1);
    assert.ok(await db.one(before.LOG_IN, [id, 'third', -1, 1, 'third']));
    assert.equal((await db.all(before.SWEEP_SESSIONS, [500, 0])).length, 1);
    assert.deepEqual(await session(), []);
  });

  it('asks for e-mails, sends them and reads the audit trail', async (t) => {
    const database = await createEmptyDatabase(t, kind);
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    await migrate(db);
    await fill(db);
    await db.one(before.ENQUEUE, [ADA.email, 'password_reset', 'new', '', null]);
    const claimed = await db.all<{ id: number; attempts: number }>(before.CLAIM, [5, 5, 60_000]);
    assert.equal(claimed.length, 2);
    for (const { id, attempts } of claimed) assert.ok(await db.one(before.SETTLE, [id, attempts, 'sent', 0, null]));
    assert.equal((await db.all(before.SHOW_EMAILS, ['sent', 0, 500])).length, 3);
    const trail = await db.all<{ event: string }>(before.READ_AUDIT, [WEEK_MS, 1, '', 100]);
    assert.deepEqual(
      trail.map(({ event }) => event),
      ['registered', 'suspended'],
    );
  });
});
