import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';
import type { Database } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/drivers/postgres.ts';
import { openSqlite } from '../../src/store/drivers/sqlite.ts';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { type Clock, createClock } from './clock.ts';

/** An empty database of the test's own, with a clock that the test can turn. */
export interface TestDatabase {
  readonly url: string;
  readonly clock: Clock;
  open(): Database;
}

export type DatabaseKind = Database['kind'];
export const DATABASE_KINDS: readonly DatabaseKind[] = ['sqlite', 'postgres'];
/** Fewer where tests are run once more for another reason (many-sessions.test.ts). */
const chosenKinds = () => DATABASE_KINDS.filter((kind) => (process.env.TEST_DATABASE_KIND ?? kind) === kind);

/** Everything that is promised is promised on both. */
export function describeOnBothDatabases(
  name: string,
  define: (kind: DatabaseKind) => void,
  /** More than one at a time suits tests that mostly wait. */
  { concurrency = 1 } = {},
): void {
  for (const kind of chosenKinds()) describe(`${name} (${kind})`, { concurrency }, () => define(kind));
}

export async function createTestDatabase(t: Lifetime, kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'sqlite' ? createSqlite(t) : createPostgres(t);
}

function createSqlite(t: Lifetime): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const clock = createClock();
  const path = join(folder, 'latchkey.db');
  return {
    url: `sqlite:${path}`,
    clock,
    open: () => openSqlite(path, clock.nowMs),
  };
}

/** A schema whose own `now()` hides the database's: the product's SQL runs unchanged, on a clock that the test can turn. */
async function createPostgres(t: Lifetime): Promise<TestDatabase> {
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const base = process.env.TEST_DATABASE_URL;
  if (!base) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test');
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await admin(`CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.test_clock (offset_ms BIGINT NOT NULL);
    INSERT INTO ${schema}.test_clock VALUES (0);
    CREATE FUNCTION ${schema}.now() RETURNS timestamptz LANGUAGE sql STABLE AS
      $$ SELECT pg_catalog.now() + offset_ms * interval '1 millisecond' FROM ${schema}.test_clock $$;`);
  cleanUpAfter(t, () => admin(`DROP SCHEMA ${schema} CASCADE`));
  const url = new URL(base);
  url.searchParams.set('options', `-c search_path=${schema},pg_catalog`);
  return {
    url: url.href,
    clock: createClock((aheadMs) => admin(`UPDATE ${schema}.test_clock SET offset_ms = ${aheadMs}`)),
    open: () => openPostgres({ url: url.href, maxConnections: 10, prepareStatements: true }),
  };
}
