import { type Database, DatabaseUnusable, query } from './database.ts';

interface Engine {
  readonly name: string;
  /** Whether our tests run on this engine. */
  readonly isTried: boolean;
}

const VERSION = query<{ version: string }>`SELECT version() AS version`;

/** Hosted PostgreSQL reports the name PostgreSQL; other engines with its protocol report their own. */
const POSTGRES = /^(PostgreSQL [\d.]+)(?: \((?:Debian|Ubuntu|Homebrew)[^)]*\))?(?: on |,|$)/;
const YUGABYTE = /^PostgreSQL [\d.]+-YB-([\d.]+)/;
const COCKROACH = /^CockroachDB/;

/** The name of the engine behind a PostgreSQL address. Undefined for the embedded database. */
export async function engineOf(db: Database): Promise<Engine | undefined> {
  if (db.kind === 'sqlite') return undefined;
  const { version = '' } = (await db.one(VERSION)) ?? {};
  const [, postgres] = POSTGRES.exec(version) ?? [];
  if (postgres !== undefined) return { name: postgres, isTried: true };
  const [, yugabyte] = YUGABYTE.exec(version) ?? [];
  const name = yugabyte === undefined ? (version.split(/ on |,/)[0] ?? '') : `YugabyteDB ${yugabyte}`;
  return { name, isTried: false };
}

/**
 * Refuses the engine on which the schema cannot be created, because it has no triggers for columns and no advisory
 * locks.
 */
export async function refuseEngine(db: Database): Promise<void> {
  const engine = await engineOf(db);
  if (engine && COCKROACH.test(engine.name))
    throw new DatabaseUnusable('CockroachDB is not supported: name a PostgreSQL database in DATABASE_URL');
}
