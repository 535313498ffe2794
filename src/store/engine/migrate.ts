import { isNewer, VERSION } from '../../lib/version.ts';
import { type Database, DatabaseUnusable, query, type SchemaConnection } from './database.ts';
import { refuseEngine } from './engine-version.ts';
import { type Migration, readBaseline, readMigrations } from './migration-files.ts';
import { brokenBy, stepsOf } from './migration-steps.ts';
import { record, runSteps } from './run-migration-steps.ts';

export { type Migration, readMigrations };

interface MigrateOptions {
  readonly migrations?: readonly Migration[];
  /** Receives one line per step. */
  readonly report?: (line: string) => void;
  /** The operator confirms that no instance is running that the migrations would break. */
  readonly areOthersStopped?: boolean;
  readonly isRestoring?: boolean;
}

/** A table that exists while `latchkey restore` has not yet ended the sessions and links that a backup brings back. */
export const UNFINISHED_RESTORE = 'schema_restoring';

async function refuseUnfinished(db: Database): Promise<void> {
  if (await hasTable(db, UNFINISHED_RESTORE))
    throw new DatabaseUnusable(
      'latchkey restore was interrupted before it ended the sessions of the backup: run it again',
    );
}

/**
 * Brings the schema up to date step by step, so that other processes can work in between. Each finished step is
 * recorded: several processes may migrate at once, and an interrupted migration is resumed. An empty database gets the
 * baseline in one transaction.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<void> {
  const { migrations = readMigrations(db.kind), report = () => {}, areOthersStopped = false } = options;
  await refuseEngine(db);
  if (!options.isRestoring) await refuseUnfinished(db);
  const current = await db.exclusively(async (schema) => {
    const found = await versionIn(db.kind, schema);
    if (found > 0) return found;
    const [first, ...later] = migrations;
    const baseline = readBaseline(db.kind, first?.version ?? 0);
    for (const migration of [baseline, ...later]) await migrateEmptyDatabase(schema, migration);
    return newestOf(migrations);
  });
  refuseOlder(current, migrations);
  await refuseNewer(db, current, migrations);
  const pending = migrations.filter(({ version }) => version > current);
  if (pending.length === 0) return;
  if (!areOthersStopped) await refuseWhileBroken(db, pending);
  report(`Latchkey ${VERSION} brings the database from schema ${current} to ${newestOf(migrations)}`);
  await db.migrating((tools) => runSteps(db, pending, tools, report));
}

const HAS_TABLE = {
  sqlite: query<{ tables: number }>`SELECT COUNT(*) AS tables FROM sqlite_schema WHERE type = 'table' AND name = $1`,
  postgres: query<{ tables: number }>`SELECT COUNT(to_regclass($1)) AS tables`,
};

const NEWEST = query<{ version: number | null }>`SELECT MAX(version) AS version FROM schema_migrations`;

const newestOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;

async function versionIn(kind: Database['kind'], schema: SchemaConnection): Promise<number> {
  const [found] = await schema.all<{ tables: number }>(HAS_TABLE[kind], ['schema_migrations']);
  if (found?.tables !== 1) return 0;
  const [row] = await schema.all<{ version: number | null }>(NEWEST);
  return row?.version ?? 0;
}

/** Skips batches: a new database has no rows. */
async function migrateEmptyDatabase(schema: SchemaConnection, migration: Migration): Promise<void> {
  for (const { kind, sql } of stepsOf(migration.script)) if (kind !== 'batches') await schema.run(sql);
  await record(schema, migration);
}

/** The newest version whose instances the migrations break; undefined if they break none. */
export const brokenVersion = (pending: readonly Migration[]): string | undefined =>
  pending
    .map(({ script }) => brokenBy(script))
    .reduce(
      (newest, one) => (newest === undefined || (one !== undefined && isNewer(one, newest)) ? one : newest),
      undefined,
    );

/** Counts the other processes with an open connection that the migrations would break. */
export async function countBroken(db: Database, broken: string): Promise<number> {
  const others = await db.otherVersions();
  return others.filter((version) => version === undefined || !isNewer(version, broken)).length;
}

async function refuseWhileBroken(db: Database, pending: readonly Migration[]): Promise<void> {
  const broken = brokenVersion(pending);
  if (broken === undefined || (await countBroken(db, broken)) === 0) return;
  throw new DatabaseUnusable(
    `instances of Latchkey ${broken} cannot work on the schema of ${VERSION}, and the database is in use: stop all ` +
      'of them first. If only other programs use it: latchkey migrate --stopped',
  );
}

/** The release whose schema the first migration upgrades. */
const OLDEST = { version: '0.6.0', schema: 37 };

/** Refuses a schema of an older release than the oldest that can be upgraded, or one between two releases. */
export function refuseOlder(current: number, migrations: readonly Migration[]): void {
  if (current === 0 || current === OLDEST.schema || current >= (migrations[0]?.version ?? 0)) return;
  throw new DatabaseUnusable(
    `the database has schema ${current}, and Latchkey ${VERSION} upgrades only that of ${OLDEST.version} ` +
      `(${OLDEST.schema}): upgrade with Latchkey ${OLDEST.version} first`,
  );
}

/**
 * Refuses a newer schema only if this version cannot work on it, so that the version before an upgrade can be started
 * again. A schema that Latchkey did not record may contain anything.
 */
async function refuseNewer(db: Database, current: number, migrations: readonly Migration[]): Promise<void> {
  const newest = newestOf(migrations);
  if (current <= newest) return;
  const later = await db.all(
    query<{
      by: string | null;
      breaks: string | null;
    }>`SELECT applied_by AS by, breaks FROM schema_migrations WHERE version > $1 ORDER BY version`,
    [newest],
  );
  if (later.every(({ by, breaks }) => by !== null && (breaks === null || isNewer(VERSION, breaks)))) return;
  const { by } = later.at(-1) ?? {};
  throw new DatabaseUnusable(
    `the database was made by ${by ? `Latchkey ${by}` : 'a newer Latchkey'} (schema ${current}, this version, ` +
      `${VERSION}, knows ${newest}): upgrade Latchkey or restore a backup`,
  );
}

export const hasTable = async (db: Database, name: string): Promise<boolean> =>
  (await db.one(HAS_TABLE[db.kind], [name]))?.tables === 1;

/**
 * The number of the schema, or 0 if there is none. Changes nothing. Throws if this version cannot work on the schema.
 */
export async function schemaOf(
  db: Database,
  migrations: readonly Migration[] = readMigrations(db.kind),
): Promise<number> {
  await refuseEngine(db);
  await refuseUnfinished(db);
  if (!(await hasTable(db, 'schema_migrations'))) return 0;
  const current = (await db.one(NEWEST))?.version ?? 0;
  refuseOlder(current, migrations);
  await refuseNewer(db, current, migrations);
  return current;
}

/** Compares the schema with this version's migrations. Changes nothing. */
export async function stateOfSchema(db: Database): Promise<'empty' | 'older' | 'current'> {
  const migrations = readMigrations(db.kind);
  const current = await schemaOf(db, migrations);
  if (current === 0) return 'empty';
  return current >= newestOf(migrations) ? 'current' : 'older';
}
