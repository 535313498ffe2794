import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface PostgresDatabase {
  readonly name: string;
  readonly url: string;
  /** Sets how far the clock of the database is ahead of the real one. */
  setClock(aheadMs: number): Promise<void>;
  remove(): Promise<void>;
}

/** Its own `now()` hides PostgreSQL's: the product's SQL runs unchanged, on a clock that the test can turn. */
const CLOCK = `CREATE TABLE test_clock (offset_ms BIGINT NOT NULL);
  INSERT INTO test_clock VALUES (0);
  CREATE FUNCTION now() RETURNS timestamptz LANGUAGE sql STABLE AS
    $$ SELECT pg_catalog.now() + offset_ms * interval '1 millisecond' FROM public.test_clock $$;`;

/** A database of its own, empty but for the clock, or a copy of another one. */
export async function createPostgresDatabase(template?: string): Promise<PostgresDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const base = new URL(baseUrl());
  base.pathname = `/${name}`;
  base.searchParams.set('options', '-c search_path=public,pg_catalog');
  const url = base.href;
  // Copying the files takes a third of the time that copying through the write-ahead log takes.
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template ?? 'template0'} STRATEGY FILE_COPY`);
  // A connection for the clock, kept once it was needed: to connect takes longer than to set it.
  const connection = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  connection.on('error', () => {});
  if (!template) await runOnce(url, CLOCK);
  return {
    name,
    url,
    async setClock(aheadMs) {
      await connection.query(`UPDATE test_clock SET offset_ms = ${aheadMs}`);
    },
    async remove() {
      await connection.end();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** On a connection that is closed again: a database that somebody is connected to cannot be copied. */
async function runOnce(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

let administration: pg.Pool | undefined;

async function administer(sql: string): Promise<void> {
  if (!administration) {
    administration = new pg.Pool({ connectionString: baseUrl(), max: 2, allowExitOnIdle: true });
    administration.on('error', () => {});
  }
  await administration.query(sql);
}

function baseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test');
  return url;
}
