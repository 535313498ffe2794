import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../../config/config.ts';
import type { Store } from '../../store/commit.ts';
import type { CommandContext } from '../framework/command.ts';
import { CommandError, onlyArgument } from '../framework/command-error.ts';
import { databaseName } from '../framework/open-database.ts';
import { finishRestored } from './finish-restored.ts';
import { restoreSecrets } from './kept-secrets.ts';
import { restorePostgres } from './restore-postgres.ts';
import { restoreSqlite } from './restore-sqlite.ts';

/**
 * Replaces the database by a backup and sets the database aside. Ends every session and outstanding link, because the
 * backup does not know which ended later.
 */
export async function restore(context: CommandContext): Promise<void> {
  const { args, options } = context;
  const target = onlyArgument(args, 'restore: from which file? Example: latchkey restore /var/backups/monday.db');
  const [file, config] = [resolve(target), readConfig(context.environment, 1)];
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandError(`restore: there is no file ${file}`);
  // Otherwise an unreadable file would be reported as damaged.
  accessSync(file, constants.R_OK);
  const isMeant = options.yes === true;
  const aside = `before_restore_${new Date(context.nowMs()).toISOString().replaceAll(/\D/g, '')}`;
  const finish = (db: Store, deletedSince: readonly number[]) =>
    finishRestored(db, deletedSince, options['delete-again'] === true, context.print);
  const restored = await (config.databaseUrl.kind === 'sqlite' ? restoreSqlite : restorePostgres)({
    file,
    context,
    config,
    isMeant,
    aside,
    finish,
  });
  const database = databaseName(config);
  const record = { file, database, restored: isMeant, ...restored };
  if (!isMeant) return context.print(`Nothing was changed. To replace ${database}, which is kept: --yes`, record);

  restoreSecrets(config, file, `.${aside}`, context.print);
  context.print('Start the service again. Passwords are those of the backup: announce the restore.', record);
}
