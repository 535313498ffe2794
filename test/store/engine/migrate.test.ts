import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { VERSION } from '../../../src/lib/version.ts';
import { DatabaseUnusable } from '../../../src/store/engine/database.ts';
import { type Migration, migrate, readMigrations } from '../../../src/store/engine/migrate.ts';
import { createdIn, stepsOf, tablesOf } from '../../../src/store/engine/migration-steps.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { runCommand, runProgram } from '../../support/command.ts';
import { createEmptyDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import type { RawDatabase } from '../../support/raw-database.ts';
import { createSchemaOf060, SCHEMA_OF_0_6_0 } from '../../support/schema-0.6.0.ts';
import { until } from '../../support/until.ts';

/** Everything that the migrations make, in the words of the database. */
const SCHEMA: Readonly<Record<DatabaseKind, string>> = {
  sqlite: "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') AS made FROM sqlite_schema",
  postgres: `SELECT table_name || ': ' || column_name || ' ' || data_type || is_nullable || is_identity
    || COALESCE(column_default, '') || COALESCE(collation_name, '') AS made
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT indexrelid::regclass || ' is not valid' FROM pg_index WHERE NOT indisvalid
    UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
};

/** What an upgraded database has besides: instances of 0.6.0 use it, and the next release drops it. */
const LEFTOVERS = [
  ...[/signing_keys/, /known_keys/, /^instances: data_keys /, /^refresh_tokens: rotated_generation /],
  ...[/users_without_keys/, /users_lack/],
  ...[/openid_records_end_with|remove_openid_records_of/, /note_logout|note_openid_logout/, /deliveries_by_payload/],
];

const TABLE = /^table (\w+) CREATE TABLE \w+ \((.*)\)([^)]*)$/;

/** One line for each column, constraint, index, trigger and function: columns may be in any order. */
function linesOf(made: string): string[] {
  const plain = made.replaceAll(/--.*/g, '').replaceAll('"', '').replaceAll(/\s+/g, ' ').trim();
  const [, table, columns, kind] = TABLE.exec(plain) ?? [];
  if (table === undefined || columns === undefined) return [plain];
  const parts = columns.split(/,(?![^(]*\))/).map((part) => `${table}: ${part.trim()}`);
  return [`${table}:${kind}`, ...parts];
}

const schemaOf = async (db: RawDatabase, kind: DatabaseKind): Promise<string[]> =>
  (await db.all<{ made: string }>(SCHEMA[kind])).flatMap(({ made }) => linesOf(made)).sort();

async function openEmpty(t: TestContext, kind: DatabaseKind) {
  const database = await createEmptyDatabase(t, kind);
  const db: RawDatabase = database.open();
  cleanUpAfter(t, () => db.close());
  return { url: database.url, db };
}

/** The number of the baseline, and of the upgrade from 0.6.0. */
const BASELINE = 55;

const ADD_USERS = `INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 4500)
  SELECT 'Ada', 'ada' || n || '@example.com', n, 'x', 'none', now(), now() FROM numbers`;

describeWhereDatabasesDiffer('migrations', (kind) => {
  it('are numbered without a gap, and the same on both databases', () => {
    const names = (which: 'sqlite' | 'postgres') =>
      readMigrations(which).map(({ version, name }) => `${version} ${name}`);
    assert.deepEqual(names('sqlite'), names('postgres'));
    assert.deepEqual(
      readMigrations(kind).map(({ version }) => version),
      readMigrations(kind).map((_, i) => i + BASELINE),
    );
  });

  it('started by several at once run once', async (t) => {
    const database = await createEmptyDatabase(t, kind);
    const connections = Array.from({ length: 4 }, () => database.open());
    // One file cannot be waited for from within one process: there, several processes take turns (test/faults).
    if (kind === 'sqlite') for (const one of connections) await migrate(one);
    else await Promise.all(connections.map((one) => migrate(one)));
    const [db] = connections;
    const applied = await db?.all<{ version: number }>('SELECT version FROM schema_migrations ORDER BY version');
    assert.deepEqual(
      applied?.map(({ version }) => version),
      readMigrations(kind).map(({ version }) => version),
    );
    for (const connection of connections) await connection.close();
  });

  it('that fail leave the database as it was', async (t) => {
    const db = (await createEmptyDatabase(t, kind)).open();
    await migrate(db);
    const broken = {
      version: 999,
      name: 'broken',
      script: 'CREATE TABLE half (id INTEGER); SELECT no_such_function();',
    };
    await assert.rejects(migrate(db, { migrations: [...readMigrations(kind), broken] }));
    await assert.rejects(db.one('SELECT id FROM half'));
    await migrate(db);
    await db.close();
  });

  it('make of a database of 0.6.0 what an empty one gets, except what 0.6.0 needs', async (t) => {
    const [old, fresh] = [(await openEmpty(t, kind)).db, (await openEmpty(t, kind)).db];
    await createSchemaOf060(old);
    await migrate(old);
    await migrate(fresh);
    const [upgraded, made] = [await schemaOf(old, kind), await schemaOf(fresh, kind)];
    assert.ok(made.length > 300, `${made.length} lines`);
    const missing = made.filter((line) => !upgraded.includes(line));
    const more = upgraded.filter((line) => !made.includes(line));
    const unexpected = more.filter((line) => !LEFTOVERS.some((one) => one.test(line)));
    assert.deepEqual({ missing, unexpected }, { missing: [], unexpected: [] });
    assert.deepEqual(
      LEFTOVERS.filter((one) => !upgraded.some((line) => one.test(line))),
      [],
    );
    assert.deepEqual(await old.all('SELECT * FROM schema_steps'), []);
    const locks = 'SELECT name FROM locks ORDER BY name';
    assert.deepEqual(await old.all(locks), await fresh.all(locks));
  });

  for (const schema of [4, 36, 38, 54])
    it(`refuse schema ${schema} in a line that names the version to go through`, async (t) => {
      const { db, url } = await openEmpty(t, kind);
      await createSchemaOf060(db);
      await db.all(
        schema < SCHEMA_OF_0_6_0
          ? 'DELETE FROM schema_migrations WHERE version > $1'
          : "INSERT INTO schema_migrations (version, name, applied_by) VALUES ($1, 'unreleased', '0.6.0')",
        [schema],
      );
      const line = `the database has schema ${schema}, and Latchkey ${VERSION} upgrades only that of 0.6.0 (37): upgrade with Latchkey 0.6.0 first`;
      await assert.rejects(migrate(db), (error: Error) => error instanceof DatabaseUnusable && error.message === line);
      const { code, stderr } = await runCommand(['migrate'], { DATABASE_URL: url });
      assert.deepEqual([code, stderr], [1, `latchkey: ${line}\n`]);
      const { stdout } = await runCommand(['doctor'], { DATABASE_URL: url });
      assert.ok(stdout.includes(line), stdout);
      assert.deepEqual(await db.one('SELECT MAX(version) AS version FROM schema_migrations'), { version: schema });
    });

  it('report each step, and which version of Latchkey has run them', async (t) => {
    const { db } = await openEmpty(t, kind);
    await createSchemaOf060(db);
    const lines: string[] = [];
    await migrate(db, { report: (line) => lines.push(line) });
    const { version: newest } = readMigrations(kind).at(-1) as Migration;
    assert.match(
      lines[0] ?? '',
      new RegExp(`^Latchkey \\d+\\.\\d+\\.\\d+ brings the database from schema 37 to ${newest}$`),
    );
    const index = /^055 from_0\.6\.0, step \d+ of \d+: CREATE INDEX users_invited: \d+\.\d s$/;
    assert.equal(lines.filter((line) => index.test(line)).length, 1, lines.join('\n'));
    const noted = await db.one<{ by: string; at: number }>(
      'SELECT applied_by AS by, applied_at AS at FROM schema_migrations WHERE version = $1',
      [newest],
    );
    assert.ok(noted?.by && Math.abs(noted.at - Date.now()) < 60_000);
  });

  it('that were interrupted go on where they were', async (t) => {
    const { db } = await openEmpty(t, kind);
    await migrate(db);
    await db.all(ADD_USERS);
    const last = (sql: string): Migration => ({
      version: 900,
      name: 'more',
      script: `-- step: each
ALTER TABLE users ADD COLUMN more TEXT;
CREATE INDEX users_more ON users (more);
-- step: batches of users
UPDATE users SET more = 'once ' || COALESCE(more, '') WHERE id > $1 AND id <= $2;
-- step: together
${sql};`,
    });
    const migrations = (sql: string) => [...readMigrations(kind), last(sql)];
    await assert.rejects(migrate(db, { migrations: migrations('SELECT no_such_function()') }));
    const lines: string[] = [];
    await migrate(db, { migrations: migrations('CREATE TABLE done (id INTEGER)'), report: (line) => lines.push(line) });
    assert.deepEqual(await db.all('SELECT more, COUNT(*) AS users FROM users GROUP BY more'), [
      { more: 'once ', users: 4500 },
    ]);
    await db.all('SELECT id FROM done');
    assert.deepEqual(
      lines.slice(1).map((line) => line.replace(/: [\d.]+ s$/, '')),
      ['900 more, step 4 of 4: CREATE TABLE done'],
    );
  });

  it('go through a table in batches, each in a transaction of its own', async (t) => {
    const { db } = await openEmpty(t, kind);
    await migrate(db);
    await db.all(ADD_USERS);
    await db.all('CREATE TABLE batches (first BIGINT PRIMARY KEY, last BIGINT)');
    await db.all('INSERT INTO batches (first, last) VALUES (2000, 0)');
    const script = '-- step: batches of users\nINSERT INTO batches (first, last) VALUES ($1, $2);';
    const migrations = [...readMigrations(kind), { version: 900, name: 'more', script }];
    await assert.rejects(migrate(db, { migrations }), 'the second batch meets a row that is there');
    await db.all('DELETE FROM batches WHERE first = 2000');
    await migrate(db, { migrations });
    assert.deepEqual(await db.all('SELECT first, last FROM batches ORDER BY first'), [
      { first: 0, last: 2000 },
      { first: 2000, last: 4000 },
      { first: 4000, last: 6000 },
    ]);
  });

  it('started by several at once on an older database run once', async (t) => {
    const { db, url } = await openEmpty(t, kind);
    await createSchemaOf060(db);
    const started = Array.from({ length: 3 }, () => runProgram(['migrate'], { DATABASE_URL: url }));
    for (const { code, stderr } of await Promise.all(started)) assert.deepEqual([code, stderr], [0, '']);
  });
});

describe('migrations of PostgreSQL', () => {
  const script = `-- step: each
CREATE UNIQUE INDEX users_industries ON users (industry);`;
  const migrations = [...readMigrations('postgres'), { version: 900, name: 'more', script }];

  it('build an index while others write', async (t) => {
    const { db, url } = await openEmpty(t, 'postgres');
    await migrate(db);
    const add = (name: string) =>
      `INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
        VALUES ('${name}', '${name}', '${name}', '${name}', 'none', now(), now())`;
    const waiting = `SELECT 1 AS one FROM pg_stat_activity
      WHERE query LIKE 'CREATE UNIQUE INDEX%' AND wait_event_type = 'Lock'`;
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    cleanUpAfter(t, () => writer.end());
    await writer.query(`BEGIN; ${add('first')}`);
    const migrated = migrate(db, { migrations });
    await until('the index waits for the transaction', () => db.one(waiting));
    // Whoever writes now would wait behind an index that is built in a transaction.
    await db.all(add('second'));
    await writer.query('COMMIT');
    await migrated;
    await assert.rejects(db.all(add('second')));
  });

  it('make an index anew that was not finished', async (t) => {
    const { db } = await openEmpty(t, 'postgres');
    await migrate(db);
    await db.all(ADD_USERS);
    await assert.rejects(migrate(db, { migrations }), /could not create unique index/);
    const valid = "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('users_industries')";
    assert.deepEqual(await db.one(valid), { valid: false });
    await db.all('UPDATE users SET industry = email');
    await migrate(db, { migrations });
    assert.deepEqual(await db.one(valid), { valid: true });
  });

  it('behind a pooler build indexes in transactions', async (t) => {
    const database = await createEmptyDatabase(t, 'postgres');
    const { openPostgres } = await import('../../support/raw-database.ts');
    const db = openPostgres({ url: database.url, maxConnections: 1, prepareStatements: false });
    cleanUpAfter(t, () => db.close());
    await createSchemaOf060(db);
    await migrate(db, { migrations });
    assert.ok(await db.one("SELECT to_regclass('users_industries') AS name"));
  });
});

describe('a file of migrations', () => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    for (const { version, name, script } of readMigrations(kind)) {
      it(`${version} ${name} (${kind}) builds no index on a table in use together with anything else`, () => {
        const own = createdIn(script);
        for (const step of stepsOf(script)) {
          if (step.kind === 'index' || !/^CREATE (UNIQUE )?INDEX/m.test(step.sql)) continue;
          const indexed = tablesOf({ ...step, sql: step.sql.replace(/^(?!CREATE (UNIQUE )?INDEX).*$/gm, '') });
          assert.deepEqual(
            indexed.filter((table) => !own.includes(table)),
            [],
            'put it below a line: -- step: each',
          );
        }
      });
    }
  }
});
