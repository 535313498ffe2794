import { statSync } from 'node:fs';
import { type Config, type Environment, readConfig } from '../../config/config.ts';
import { type DatabaseAddress, withoutPassword } from '../../declare/url-formats.ts';
import { createStore, type SharedStore } from '../../store/commit.ts';
import { Conflict, Contended, DatabaseUnusable, type WritableDatabase } from '../../store/engine/database.ts';
import type { PostgresOptions } from '../../store/engine/drivers/postgres.ts';
import { openSqlite } from '../../store/engine/drivers/sqlite.ts';
import { migrate, stateOfSchema } from '../../store/engine/migrate.ts';
import { CommandError } from './command-error.ts';
import { fileProblem } from './file-problem.ts';

/** The database does not exist: the service has not started yet, or the command uses other settings. */
export class NoDatabaseYet extends CommandError {}

/** The database for messages, with the password redacted. */
export const databaseName = ({ databaseUrl }: Config): string =>
  databaseUrl.kind === 'sqlite' ? databaseUrl.path : withoutPassword(databaseUrl.url);

/** Opens the database whatever its schema: older, newer or missing. Creates a missing embedded database. */
export const openAsIs = ({ databaseUrl, databasePool, databasePrepare }: Config): Promise<WritableDatabase> =>
  openDatabase(databaseUrl, { maxConnections: databasePool, prepareStatements: databasePrepare });

/** For the service: creates a missing database and migrates the schema. */
export async function openMigrated(config: Config, report?: (line: string) => void): Promise<WritableDatabase> {
  const db = await openAsIs(config);
  try {
    await migrate(db, { ...(report && { report }) });
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** For commands: never creates or migrates a database. */
export async function openExisting(
  config: Config,
  { acceptsOlder }: { readonly acceptsOlder: boolean } = { acceptsOlder: false },
): Promise<WritableDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl.kind === 'sqlite' && !isThere(databaseUrl.path)) throw noDatabase('there is no database', config);
  const db = await openAsIs(config).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnusable) || databaseUrl.kind !== 'sqlite') throw error;
    throw new CommandError(`${error.message}. ${remedyFor(error)}`);
  });
  try {
    const state = await stateOfSchema(db);
    if (state === 'empty') throw noDatabase('there are no tables of Latchkey in', config);
    if (state === 'older' && !acceptsOlder) {
      throw new CommandError(
        `the database ${databaseName(config)} was made by an older Latchkey: the service upgrades it when it starts, ` +
          'or run latchkey migrate',
      );
    }
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** A file that this user may not see does not count as missing. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new CommandError(`cannot access the database: ${fileProblem(error) ?? error}`);
  }
}

const noDatabase = (what: string, config: Config) =>
  new NoDatabaseYet(`${what} ${databaseName(config)}: the service creates it at its first start`);

/** Opens the database for one command, and closes it afterwards. */
export async function withDatabase<T>(
  environment: Environment,
  work: (db: SharedStore, name: string, config: Config) => Promise<T>,
  accepted?: Parameters<typeof openExisting>[1],
): Promise<T> {
  const config = readConfig(environment, 1);
  const name = databaseName(config);
  return closing(await openExisting(config, accepted), name, (db) => work(db, name, config));
}

const DAMAGED = /malformed|not a database/;

function remedyFor({ message }: Error): string {
  if (/EPERM|EACCES|unable to open/.test(message)) return 'Run the command as root, or as the user of the service';
  if (message.endsWith('it is a folder')) return 'Name a file in it: DATABASE_URL=sqlite:<path>';
  if (DAMAGED.test(message)) return 'Put a backup in its place: latchkey restore';
  return 'Try again, or see latchkey doctor';
}

/** Closes the database afterwards. If the database fails meanwhile, reports it in one line. */
export async function closing<T>(
  db: WritableDatabase,
  name: string,
  work: (db: SharedStore) => Promise<T>,
): Promise<T> {
  try {
    return await work(createStore(db));
  } catch (error) {
    // An error with a path is about another file.
    if (!(error instanceof Error) || error instanceof CommandError || 'path' in error) throw error;
    if (error instanceof Conflict || error instanceof Contended)
      throw new CommandError('another process changed it at the same time. Try again');
    if (!db.isOutage(error) && !DAMAGED.test(error.message)) throw error;
    throw new CommandError(`the database ${name} cannot be used: ${error.message}. ${remedyFor(error)}`);
  } finally {
    await db.close();
  }
}

export async function openDatabase(
  address: DatabaseAddress,
  options: Omit<PostgresOptions, 'url'>,
): Promise<WritableDatabase> {
  if (address.kind === 'sqlite') return openSqlite(address.path);
  // Loaded lazily, because the embedded database does not need it.
  const { openPostgres } = await import('../../store/engine/drivers/postgres.ts');
  return openPostgres({ ...options, url: address.url });
}
