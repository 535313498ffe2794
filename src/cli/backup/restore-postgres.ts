import type { Config, Environment } from '../../config/config.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { type Database, query } from '../../store/engine/database.ts';
import { migrate, readMigrations, refuseOlder, UNFINISHED_RESTORE } from '../../store/engine/migrate.ts';
import { newestMigration } from '../../store/engine/migration-files.ts';
import { CommandError } from '../framework/command-error.ts';
import { closing, databaseName, openAsIs } from '../framework/open-database.ts';
import { announceDeleted, deletedIn, type Restore } from './finish-restored.ts';
import { readDump } from './postgres-dump.ts';
import { refusePooler, startTool, toolEnvironment } from './postgres-tools.ts';

/** Moves the current tables into a separate schema. Tables of other programs stay. */
export async function restorePostgres({ file, context, config, isMeant, aside, finish }: Restore): Promise<object> {
  if (config.databaseUrl.kind !== 'postgres') throw new TypeError('not PostgreSQL');
  if (isMeant) refusePooler('restore', config);
  const env = toolEnvironment(context.environment, config.databaseUrl.url);
  const { version, accounts } = await readDump(file, env);
  if (version > newestMigration('postgres')) {
    throw new CommandError(`restore: ${file} was made by a newer Latchkey (schema ${version}): restore it with that`);
  }
  refuseOlder(version, readMigrations('postgres'));
  context.print(`${file} is complete, and has the schema ${version}`);
  const name = databaseName(config);
  if (!isMeant) {
    const deletedSince = new Set(await deletedInPresent(config, name, context.print));
    const back = accounts.filter((id) => deletedSince.has(id));
    return { schema: version, ...announceDeleted(back.length, context.print) };
  }
  return closing(await openAsIs({ ...config, databasePool: 1 }), name, async (db) => {
    await refuseInUse(db, name);
    await undoInterrupted(db);
    const deletedSince = await deletedIn(db).catch(() => []);
    await replaceSchema(db, file, env, aside);
    context.print(`the previous tables are in the schema ${aside}. To remove them: DROP SCHEMA ${aside} CASCADE`);
    await migrate(db, { report: context.print, isRestoring: true });
    const done = await finish(db, deletedSince);
    await change(db, `DROP TABLE ${UNFINISHED_RESTORE}`);
    return { schema: version, aside, ...done };
  });
}

/** A database that cannot be reached may be why the backup is needed. */
async function deletedInPresent(config: Config, name: string, print: (line: string) => void): Promise<number[]> {
  try {
    return await closing(await openAsIs({ ...config, databasePool: 1 }), name, deletedIn);
  } catch (error) {
    print(`the current ${name} cannot be read: ${reasonOf(error)}`);
    return [];
  }
}

async function refuseInUse(db: Database, name: string): Promise<void> {
  if ((await db.otherVersions()).length > 0) {
    throw new CommandError(`restore: ${name} is in use. Stop every instance and every other command first`);
  }
}

/**
 * Loads the dump into an empty schema in one transaction; if that fails, puts the tables back. Does not use psql,
 * because a dump can contain psql commands that run programs on this machine.
 */
async function replaceSchema(db: Database, file: string, env: Environment, aside: string): Promise<void> {
  // Until the sessions of the backup have ended, no service may use the database.
  const marked = `CREATE TABLE public.${UNFINISHED_RESTORE} (aside text); INSERT INTO public.${UNFINISHED_RESTORE}
    VALUES ('${aside}')`;
  await change(db, `ALTER SCHEMA public RENAME TO ${aside}; CREATE SCHEMA public; ${marked}`);
  // An empty name selects PGDATABASE, in which pg_restore finds no connection string.
  const args = ['--dbname=', '--single-transaction', '--schema=public', '--no-owner', '--no-privileges', file];
  try {
    await startTool('pg_restore', args, env, 'in').ended;
  } catch (error) {
    await putBack(db, aside);
    throw error;
  }
}

const change = (db: Database, script: string): Promise<void> => db.exclusively(({ run }) => run(script));

const putBack = (db: Database, aside: string): Promise<void> =>
  change(db, `DROP SCHEMA public CASCADE; ALTER SCHEMA ${aside} RENAME TO public`);

/** A restore killed while loading left an empty schema, with the original tables beside it. */
async function undoInterrupted(db: Database): Promise<void> {
  const isEmpty = query`SELECT 1 AS one FROM pg_catalog.pg_tables WHERE schemaname = 'public'
    GROUP BY schemaname HAVING COUNT(*) = 1 AND MIN(tablename) = '${UNFINISHED_RESTORE}'`;
  if (!(await db.one(isEmpty))) return;
  const found = await db.one(query<{ aside: string }>`SELECT aside FROM public.${UNFINISHED_RESTORE}`);
  if (found && /^\w+$/.test(found.aside)) await putBack(db, found.aside);
}
