import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createPasswords } from '../../../src/core/passwords/password-hashing.ts';
import { removeRecords } from '../../../src/features/openid/apps/grant-table.ts';
import { upsert } from '../../../src/features/openid/provider/record-table.ts';
import { VERSION } from '../../../src/lib/version.ts';
import type { Row, Statement, Value } from '../../../src/store/engine/database.ts';
import { migrate, readMigrations } from '../../../src/store/engine/migrate.ts';
import { deleteExpiredRows } from '../../../src/store/tables/delete-expired-rows.ts';
import { hashRefreshToken } from '../../../src/tokens/refresh-token.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createEmptyDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { addOpenIdApp, OPENID } from '../../support/openid.ts';
import { deleteUser } from '../../support/operator.ts';
import type { RawDatabase } from '../../support/raw-database.ts';
import { createSchemaOf060 } from '../../support/schema-0.6.0.ts';
import {
  claimsOf,
  loggedIn,
  logIn,
  type Service,
  type Session,
  startService,
  verificationToken,
} from '../../support/service.ts';
import * as before from './version-0.6.0.ts';

const PASSWORD = 'Analytical1';
const ADA = { email: 'ada@example.com', password: PASSWORD };
const REFRESH_TOKEN = 'the refresh token of Ada';

const TABLES = ['users', 'refresh_tokens', 'outbox', 'outbox_attempts', 'throttles', 'audit_events', 'audit_counts'];

const run = (db: RawDatabase, { sql, params }: Statement): Promise<Row[]> => db.all(sql, params);

/** A database that 0.6.0 has made. */
async function openBefore(t: TestContext, kind: DatabaseKind) {
  const database = await createEmptyDatabase(t, kind);
  const open = () => {
    const db = database.open();
    cleanUpAfter(t, () => db.close());
    return db;
  };
  const db = open();
  await createSchemaOf060(db);
  await fill(db);
  return { database, db, open };
}

/** Of each table a few rows, in every state that an upgrade could meet. */
async function fill(db: RawDatabase): Promise<void> {
  const passwords = createPasswords({
    concurrency: 1,
    prefetch: 0,
    maxWaiting: 1,
    clientAt: (address) => address,
    onUnreadableHash() {},
  });
  const hash = await passwords.hash(PASSWORD, { isDisconnected: false, requester: { address: null } });
  const user = `INSERT INTO users (full_name, email, phone_number, industry, password_hash, account_status,
    created_at, updated_at)
    VALUES ($1, $2, $3, 'Computing', $4, $5, now(), now())`;
  const email = `INSERT INTO outbox (user_id, kind, message_id, credential_version, state, due_at, created_at,
    updated_at)
    VALUES ($1, 'verification', $2, 1, $3, now(), now(), now())`;
  const given = ({ sql, params }: Statement): [string, readonly Value[]] => [sql, params];
  for (const [sql, params] of [
    [user, ['Ada', ADA.email, '1', hash, 'ACTIVE']],
    [user, ['Grace', 'grace@example.com', '2', hash, 'INACTIVE']],
    [user, ['Mary', 'mary@example.com', '3', hash, 'ACTIVE']],
    given(before.logIn(1, hashRefreshToken(REFRESH_TOKEN), 'an id')),
    given(before.logIn(3, 'another', 'another id')),
    [email, [2, 'waits', 'waiting']],
    [email, [1, 'was sent', 'sent']],
    [email, [3, 'is dead', 'dead']],
    [
      `INSERT INTO outbox_attempts (email_id, attempt, outcome, answer, ended_at) VALUES (3, 1, 'dead', '550 no', ` +
        'now())',
    ],
    [`INSERT INTO throttles (key, failures, counted_since, busy_until) VALUES ('one', 3, now(), now())`],
    given(before.record('suspended', 1)),
    given(before.recordByEmail('registered', ADA.email)),
    [`INSERT INTO audit_counts (hour, event, network, events) VALUES (1, 'login_failed', '192.0.2.1', 7)`],
  ] as [string, (readonly Value[])?][]) {
    await db.all(sql, params ?? []);
  }
}

const rowsOf = async (db: RawDatabase): Promise<[table: string, rows: Row[]][]> =>
  Promise.all(
    TABLES.map(async (table): Promise<[string, Row[]]> => [table, await db.all(`SELECT * FROM ${table} ORDER BY 1`)]),
  );

describeWhereDatabasesDiffer('a database of 0.6.0', (kind) => {
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

  it('is migrated while instances of 0.6.0 go on working, and no request of them fails', async (t) => {
    const { db, open } = await openBefore(t, kind);
    let migrated = false;
    let logins = 0;
    const work = async (client: RawDatabase, userId: number) => {
      for (let more = 5; more > 0; more -= migrated ? 1 : 0) {
        const value = `of ${userId}, ${logins}`;
        const batch = [
          before.logIn(userId, value, value),
          before.record('logged_in', userId),
          before.enqueue(ADA.email, 'verification', `${value} ${Math.random()}`),
          before.register(`${value}@example.com`, value, 'Computing', 'a hash'),
          before.noteInstance(`instance ${userId}`),
          before.noteSigningKey(`instance ${userId}`),
          before.lockAdmins(userId),
        ];
        assert.ok(await client.batch(batch));
        assert.equal((await run(client, before.refresh(value)))[0]?.id, userId);
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
});

interface SessionRow {
  readonly id: string | null;
  readonly user_agent: string | null;
}

describeWhereDatabasesDiffer('0.6.0, on the new schema', (kind) => {
  it('logs in, refreshes, logs out, and leaves one session per user', async (t) => {
    const { database } = await openBefore(t, kind);
    const service = await startService(t, kind, {}, database);
    const { db } = service;
    const { id, refreshToken } = await loggedIn(service);
    const session = () => db.all<SessionRow>('SELECT * FROM refresh_tokens WHERE user_id = $1', [id]);
    const refresh = (refresh_token: string) => service.request('POST', '/api/refresh', { body: { refresh_token } });
    const [ours] = await session();
    assert.ok(ours?.id && ours.id !== 'their id');

    assert.ok((await run(db, before.logIn(id, hashRefreshToken('theirs'), 'their id'))).length);
    const [theirs, ...more] = await session();
    assert.deepEqual(more, []);
    assert.deepEqual([theirs?.id, theirs?.user_agent], ['their id', 'Browser/1']);
    assert.equal((await refresh(refreshToken)).status, 401);
    const refreshed = await refresh('theirs');
    assert.equal(refreshed.status, 200);
    assert.equal(claimsOf(refreshed.data.access_token).sid, 'their id');

    assert.equal((await run(db, before.refresh(hashRefreshToken('theirs')))).length, 1);
    assert.ok(await db.one(before.LOG_OUT, [hashRefreshToken('theirs')]));
    assert.deepEqual(await session(), []);
    assert.ok((await run(db, before.logIn(id, 'first', 'first'))).length);
    await db.one(before.END_SESSION, [id]);
    assert.ok((await run(db, before.logIn(id, 'second', 'second'))).length);
    assert.equal((await db.all(before.REVOKE_SESSIONS, [id - 1, id])).length, 1);
    assert.ok((await run(db, before.logIn(id, 'third', 'third', -1))).length);
    assert.equal((await db.all(before.SWEEP_SESSIONS, [500, 0])).length, 1);
    assert.deepEqual(await session(), []);
  });

  it('ends logins at apps like this version, and an app is told once of each', async (t) => {
    const { database } = await openBefore(t, kind);
    const service = await startService(t, kind, OPENID, database);
    const { db } = service;
    const app = await addOpenIdApp(service, { backchannelLogoutUri: 'http://127.0.0.1:9/logout' });
    const ways: Record<string, (session: Session) => Promise<unknown>> = {
      'a logout there': ({ id }) => db.one(before.END_SESSION, [id]),
      'a login there': ({ id }) => run(db, before.logIn(id, `of ${id}`, `of ${id}`)),
      'an app removed there': ({ id }) => db.all(before.REMOVE_APP_RECORDS, [id, app.id]),
      'an account removed there': ({ id }) => db.one('DELETE FROM users WHERE id = $1', [id]),
      'a logout here': (session) =>
        service.request('POST', '/api/logout', { body: { refresh_token: session.refreshToken } }),
      'an app removed here': ({ id }) => db.batch(removeRecords(id, app.id)),
      'an account removed here': (session) => deleteUser(service, session),
      'time here': async ({ id }) => {
        await db.all('UPDATE refresh_tokens SET expires_at = now() - ms($2) WHERE user_id = $1', [id, 1]);
        await deleteExpiredRows(db, 86_400_000);
      },
    };
    for (const [way, end] of Object.entries(ways)) {
      const session = await loggedIn(service);
      const sessionId = claimsOf(session.accessToken).sid;
      const of = { grantId: way, uid: undefined, network: undefined, clientId: app.id, userId: session.id, sessionId };
      await upsert(db, way, { kind: 'Grant', payload: '{}', ...of, ttlMs: 86_400_000 });
      await end(session);
      const payload = JSON.stringify({ account: `${session.id}.${sessionId}` });
      const told = await db.all('SELECT receiver FROM deliveries WHERE payload = $1', [payload]);
      assert.deepEqual(
        [...told].map((row) => ({ ...row })),
        [{ receiver: app.id }],
        way,
      );
      assert.deepEqual(await db.all('SELECT kind FROM openid_records WHERE session_id = $1', [sessionId ?? '']), []);
    }
  });

  it('asks for e-mails, sends them and reads the audit trail', async (t) => {
    const { db } = await openBefore(t, kind);
    await migrate(db);
    await run(db, before.enqueue(ADA.email, 'password_reset', 'new'));
    const claimed = await run(db, before.claim());
    assert.equal(claimed.length, 2);
    for (const { id, attempts } of claimed) {
      assert.equal((await db.batch(before.settle(Number(id), Number(attempts))))?.at(-1)?.length, 1);
    }
    assert.equal((await db.all(before.SHOW_EMAILS, ['sent', 0, 500])).length, 3);
    const trail = await db.all<{ event: string }>(before.READ_AUDIT, [7 * 86_400_000, 1, '', 100]);
    assert.deepEqual(
      trail.map(({ event }) => event),
      ['registered', 'suspended'],
    );
  });
});

describeWhereDatabasesDiffer('an instance whose schema was taken away', (kind) => {
  const NEXT = { version: 900, name: 'later', script: 'CREATE TABLE later (id INTEGER)' };
  const ready = (service: Service) => service.request('GET', '/readyz');

  it('is not ready when a newer version has made a schema that it cannot work on', async (t) => {
    const service = await startService(t, kind);
    const other = service.database.open();
    cleanUpAfter(t, () => other.close());
    const known = readMigrations(kind);
    await migrate(other, { migrations: [...known, NEXT] });
    assert.equal((await ready(service)).status, 200, 'a newer schema is none of its business');
    const breaking = { version: 901, name: 'gone', script: `-- breaks: ${VERSION}\nDROP TABLE later` };
    await migrate(other, { migrations: [...known, NEXT, breaking], areOthersStopped: true });
    const unready = await ready(service);
    assert.equal(unready.status, 503);
    assert.equal(unready.message, 'This version does not support the schema of the database');
    assert.equal((await service.request('GET', '/healthz')).status, 200);
    assert.equal(service.logLines.filter((line) => line.includes('not ready: this version')).length, 1);
  });

  it('can be started again after an upgrade that does not break it: a rollback loses nothing', async (t) => {
    const service = await startService(t, kind);
    const account = await loggedIn(service);
    const other = service.database.open();
    cleanUpAfter(t, () => other.close());
    const known = readMigrations(kind);
    await migrate(other, { migrations: [...known, NEXT] });
    await service.stop();
    const again = await startService(t, kind, {}, service.database);
    await logIn(again, account);
    assert.equal((await ready(again)).status, 200);
    await again.stop();
    const breaking = { version: 901, name: 'gone', script: `-- breaks: ${VERSION}\nDROP TABLE later` };
    await migrate(other, { migrations: [...known, NEXT, breaking], areOthersStopped: true });
    await assert.rejects(
      migrate(other),
      /made by Latchkey .* \(schema 901, this version, .* upgrade Latchkey or restore/,
    );
  });

  it('is not ready on the schema of an older backup, or on none, and is ready again with its own', async (t) => {
    const service = await startService(t, kind);
    const { version: newest } = readMigrations(kind).at(-1) ?? {};
    await service.db.all('DELETE FROM schema_migrations WHERE version = $1', [Number(newest)]);
    assert.equal((await ready(service)).status, 503);
    await service.db.all("INSERT INTO schema_migrations (version, name) VALUES ($1, 'its own')", [Number(newest)]);
    assert.equal((await ready(service)).status, 200);
    await service.db.all('DROP TABLE schema_migrations');
    assert.equal((await ready(service)).status, 503);
  });

  it('is refused by name when a newer version that breaks it finds it there', async (t) => {
    const service = await startService(t, kind);
    const other = service.database.open();
    cleanUpAfter(t, () => other.close());
    const breaking = { version: 901, name: 'gone', script: `-- breaks: ${VERSION}\nCREATE TABLE later (id INTEGER)` };
    await assert.rejects(migrate(other, { migrations: [...readMigrations(kind), breaking] }), /stop all of them first/);
    await service.stop();
  });
});
