import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/store/engine/migrate.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand, runUnread, startProgram } from '../support/command.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/databases.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { createSchemaOf060 } from '../support/schema-0.6.0.ts';
import {
  loggedIn,
  logIn,
  registered,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

const NOWHERE = 'smtp://127.0.0.1:1';

const move = (from: TestDatabase, to: TestDatabase) => runCommand(['migrate-to', to.url], { DATABASE_URL: from.url });

const opened = async (t: TestContext, database: TestDatabase): Promise<RawDatabase> => {
  const db = database.open();
  cleanUpAfter(t, () => db.close());
  await migrate(db);
  return db;
};

/** The command refuses a source that anybody has open. */
const filled = async (t: TestContext, database: TestDatabase, accounts: number): Promise<void> => {
  const db = await opened(t, database);
  await fill(db, accounts);
  await db.close();
};

async function createPair(t: TestContext): Promise<{ embedded: TestDatabase; postgres: TestDatabase }> {
  return { embedded: await createEmptyDatabase(t, 'sqlite'), postgres: await createEmptyDatabase(t, 'postgres') };
}

const tablesOf = async (db: RawDatabase): Promise<string[]> =>
  (
    await db.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'schema%' AND name <> 'locks'",
    )
  ).map(({ name }) => name);

/** Many accounts, as the database itself would make them: for how they are copied, it does not matter how they came. */
const fill = (db: RawDatabase, accounts: number) =>
  db.all(
    `INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $1)
      SELECT 'Zoë "' || n, 'u' || n || '@example.com', n, 'Ö', 'hash', 1700000000123 + n, 1700000000999 FROM numbers`,
    [accounts],
  );

/** A row with every column, in the tables whose columns an account does not fill by itself. */
const fillColumns = async (db: RawDatabase) => {
  for (const sql of [
    `INSERT INTO refresh_tokens (user_id, slot, id, value_hash, expires_at, created_at, last_used_at,
      authenticated_at, amr, address, user_agent, ends_at, generation, rotation_key)
      VALUES (1, 0, 'an id', 'a hash', 1700000000123, 1700000000124, 1700000000125, 1700000000126, '["pwd"]',
      '192.0.2.1', 'Browser/1', 1700000000127, 3, 'a key')`,
    `INSERT INTO outbox (user_id, kind, message_id, state, due_at, created_at, updated_at, recipient, payload)
      VALUES (1, 'verification', 'm', 'dead', 1700000000123, 1700000000124, 1700000000125, 'else@example.com',
      '{"a": 1}')`,
    `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject, subject_name)
      VALUES (1700000000123, 'api_key_revoked', 1, NULL, 'latchkey command', 'operator', 'key:0', 'A key')`,
    // A trigger writes user_name_parts, on either side.
    `UPDATE users SET name_key = 'anna maria lópez garcía', surname_key = 'maria lópez garcía',
      invited_at = 1700000000128 WHERE id = 1`,
  ]) {
    await db.one(sql);
  }
};

describe('latchkey migrate-to', () => {
  it('brings accounts, sessions, unsent e-mails and throttles along', async (t) => {
    const { embedded, postgres } = await createPair(t);
    const before = await startService(t, 'sqlite', { MAX_FAILED_LOGINS: '1' }, embedded);
    const session = await loggedIn(before);
    const gone = await registered(before);
    await before.db.one('DELETE FROM users WHERE id = $1', [gone.id]);
    const guessed = await verified(before);
    await before.request('POST', '/api/login', { body: { email: guessed.email, password: 'Wrong1234' } });
    await before.stop();
    const unsent = await startService(t, 'sqlite', { SMTP_URL: NOWHERE }, embedded);
    const waiting = await registered(unsent);
    await unsent.stop();

    const { code, stdout, stderr } = await move(embedded, postgres);
    assert.equal(stderr, '');
    assert.equal(code, 0);
    assert.match(stdout, /^users: 3 of 3 rows copied and compared$/m);
    assert.match(stdout, /^All \d+ rows of \d+ tables are in the target, and equal\./m);

    const after = await startService(t, 'postgres', { MAX_FAILED_LOGINS: '1' }, postgres);
    const { refreshToken: refresh_token } = session;
    assert.equal((await after.request('POST', '/api/refresh', { body: { refresh_token } })).status, 200);
    assert.equal((await after.request('GET', '/api/me', { token: session.accessToken })).status, 200);
    assert.deepEqual((await logIn(after, session)).data.user.id, session.id);
    assert.equal((await after.request('POST', '/api/login', { body: guessed })).status, 429);
    await after.clock.advance(10 * 60_000);
    assert.ok(await verificationToken(after, waiting.email));
    const next = await registered(after);
    assert.ok(next.id > waiting.id, 'an id is not given out twice');
  });

  it('copies every table whole, times and all', async (t) => {
    const { embedded, postgres } = await createPair(t);
    const source = await opened(t, embedded);
    await fill(source, 1200);
    await fillColumns(source);
    await source.close();
    assert.equal((await move(embedded, postgres)).code, 0);
    const [target, copied] = [await opened(t, postgres), await opened(t, embedded)];
    assert.equal((await target.all('SELECT key FROM user_name_parts')).length, 2);
    for (const table of await tablesOf(copied)) {
      const select = `SELECT * FROM ${table} ORDER BY 1`;
      assert.deepEqual(
        await target.all(select),
        (await copied.all(select)).map((row) => ({ ...(row as object) })),
        table,
      );
    }
  });

  it('copies a database that was upgraded from 0.6.0', async (t) => {
    const { embedded, postgres } = await createPair(t);
    const db = embedded.open();
    await createSchemaOf060(db);
    await db.all(
      "INSERT INTO signing_keys (instance, fingerprint, algorithm, last_at) VALUES ('one', 'print', 'HS256', 1)",
    );
    await migrate(db);
    await db.all(
      "INSERT INTO instances (instance, version, started_at, last_at, clock_at) VALUES ('one', '0.6.0', 1, 1, 1)",
    );
    await fill(db, 2);
    await db.close();
    const { code, stderr } = await move(embedded, postgres);
    assert.deepEqual([code, stderr], [0, '']);
    const target = await opened(t, postgres);
    assert.deepEqual(await target.all('SELECT instance, version FROM instances'), [
      { instance: 'one', version: '0.6.0' },
    ]);
  });

  it('can be repeated: what is there already is compared, and nothing changes', async (t) => {
    const { embedded, postgres } = await createPair(t);
    await filled(t, embedded, 10);
    // It completes, although nobody reads what it prints.
    assert.equal((await runUnread(['migrate-to', postgres.url], { DATABASE_URL: embedded.url })).code, 0);
    assert.deepEqual(await (await opened(t, postgres)).one('SELECT COUNT(*) AS rows FROM users'), { rows: 10 });
    const again = await move(embedded, postgres);
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.match(again.stdout, /^users: 10 of 10 rows copied and compared$/m);
  });

  it('leaves nothing behind when it is killed, and can be started again', async (t) => {
    const { embedded, postgres } = await createPair(t);
    await filled(t, embedded, 10);
    const target = await opened(t, postgres);
    const blocker = new pg.Client({ connectionString: postgres.url });
    await blocker.connect();
    cleanUpAfter(t, () => blocker.end());
    // The sequence of ids is set after the rows of the table are copied: the command waits there, in the middle of its
    // transaction.
    await blocker.query('BEGIN; ALTER SEQUENCE users_id_seq CACHE 1');
    const first = startProgram(['migrate-to', postgres.url], { DATABASE_URL: embedded.url });
    const waiting =
      "SELECT 1 AS one FROM pg_stat_activity WHERE query LIKE '%setval%users%' AND wait_event_type = 'Lock'";
    await until('it has copied the accounts', () => target.one(waiting));
    first.child.kill('SIGKILL');
    assert.equal((await first.ended).code, null);
    await blocker.query('ROLLBACK');
    assert.deepEqual(await target.one('SELECT COUNT(*) AS rows FROM users'), { rows: 0 });
    assert.equal((await move(embedded, postgres)).code, 0);
    assert.deepEqual(await target.one('SELECT COUNT(*) AS rows FROM users'), { rows: 10 });
  });

  it('refuses while the service runs, in whatever process, and works when it has stopped', async (t) => {
    const { embedded, postgres } = await createPair(t);
    const service = await startService(t, 'sqlite', {}, embedded);
    const refused = await move(embedded, postgres);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(
      refused.stderr,
      /^latchkey: migrate-to: .*latchkey\.db is in use\. Stop the service and every other command first\n$/,
    );
    await registered(service);
    await service.stop();
    const process = await createServiceProcess(t, { settings: { DATABASE_URL: embedded.url } });
    await process.start();
    assert.match((await move(embedded, postgres)).stderr, /is in use/);
    await process.end('SIGTERM');
    assert.equal((await move(embedded, postgres)).code, 0);
  });

  it('refuses a target that is in use, and changes nothing there', async (t) => {
    const { embedded, postgres } = await createPair(t);
    await filled(t, embedded, 2);
    const service: Service = await startService(t, 'postgres', {}, postgres);
    const other = await registered(service);
    const fewer = await move(embedded, postgres);
    assert.deepEqual([fewer.code, fewer.stdout], [1, '']);
    assert.match(
      fewer.stderr,
      /^latchkey: migrate-to: the target is not empty: \w+ has \d rows, here it has \d\..*\n$/,
    );
    await service.stop();
    const target = await opened(t, postgres);
    assert.deepEqual(await target.all('SELECT id, email FROM users'), [{ id: other.id, email: other.email }]);
  });

  const refusals: readonly (readonly [args: string[], message: RegExp, code?: number])[] = [
    [['migrate-to'], /^latchkey: migrate-to: where to\? Example: .*\n$/, 2],
    [['migrate-to', 'mysql://a/b'], /^latchkey: DATABASE_URL must be sqlite:<path> or postgres.*\n$/],
    [['migrate-to', 'postgres://127.0.0.1:1/b'], /^latchkey: .*there is no database .*\n$/],
  ];
  for (const [args, message, exitCode = 1] of refusals) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, stderr } = await runCommand(args, { DATA_DIR: join(import.meta.dirname, 'no-such-folder') });
      assert.equal(code, exitCode);
      assert.match(stderr, message);
    });
  }
});
