import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Environment } from '../../config/config.ts';
import type { Database } from '../../store/database.ts';
import { migrate, UNFINISHED_RESTORE } from '../../store/migrate.ts';
import { newestMigration } from '../../store/migration-files.ts';
import { CommandError } from '../command-error.ts';
import { closing, databaseName, openAsIs } from '../open-database.ts';
import { deletedIn, type Restore } from './finish-restored.ts';
import { newestMigrationIn } from './postgres-dump.ts';
import { refusePooler, startTool, toolEnvironment } from './postgres-tools.ts';

/** One transaction, in which the present tables are moved into a schema of their own. What others keep there stays. */
export async function restorePostgres({ file, context, config, isMeant, aside, finish }: Restore): Promise<object> {
  if (config.databaseUrl.kind !== 'postgres') throw new TypeError('not PostgreSQL');
  if (isMeant) refusePooler('restore', config);
  const env = toolEnvironment(context.environment, config.databaseUrl.url);
  const version = await newestMigrationIn(file, env);
  if (version > newestMigration('postgres')) {
    throw new CommandError(`restore: ${file} was made by a newer Latchkey (schema ${version}): restore it with that`);
  }
  context.print(`${file} is whole, and has the schema ${version}`);
  if (!isMeant) return { schema: version };
  const name = databaseName(config);
  return closing(await openAsIs({ ...config, databasePool: 1 }), name, async (db) => {
    await refuseInUse(db, name);
    const deletedSince = await deletedIn(db).catch(() => []);
    await replaceSchema(file, env, aside);
    context.print(`the tables as they were are in the schema ${aside}. When all is well: DROP SCHEMA ${aside} CASCADE`);
    await migrate(db, { report: context.print, isRestoring: true });
    const done = await finish(db, deletedSince);
    await db.all(`DROP TABLE ${UNFINISHED_RESTORE}`);
    return { schema: version, aside, ...done };
  });
}

async function refuseInUse(db: Database, name: string): Promise<void> {
  if ((await db.otherVersions()).length > 0) {
    throw new CommandError(`restore: ${name} is in use. Stop every instance and every other command first`);
  }
}

/** The transaction is committed only when the dump has been read to its end. */
async function replaceSchema(file: string, env: Environment, aside: string): Promise<void> {
  const psql = startTool('psql', ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', '--file=-'], env, 'in');
  const dump = startTool(
    'pg_restore',
    ['--schema=public', '--no-owner', '--no-privileges', '--file=-', file],
    env,
    'out',
  );
  const input = psql.child.stdin as Writable;
  // Where psql stops at an error, what it says is in `ended`.
  input.on('error', () => dump.child.kill());
  input.write(`BEGIN; ALTER SCHEMA public RENAME TO ${aside}; CREATE SCHEMA public;\n`);
  dump.child.stdout?.pipe(input, { end: false });
  const dumped = Promise.all([dump.ended, once(dump.child.stdout as NodeJS.ReadableStream, 'end')]).then(
    // The sessions of the backup still have to be ended, and until then nobody may serve the database.
    () => input.end(`CREATE TABLE public.${UNFINISHED_RESTORE} ();\nCOMMIT;\n`),
    () => input.destroy(),
  );
  await Promise.all([psql.ended, dumped.then(() => dump.ended)]);
}
