import { chmodSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Database } from '../store/database.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './open-database.ts';

export const backup = ({ environment, args, print }: CommandContext): Promise<void> =>
  withDatabase(environment, (db) => backupCommand(db, args, print));

/** A copy of the embedded database as it is at one moment, while the service goes on. */
async function backupCommand(db: Database, args: readonly string[], print: (line: string) => void): Promise<void> {
  const [target, ...surplus] = args;
  if (target === undefined || surplus.length > 0) {
    throw new CommandError('backup: into which file? Example: latchkey backup /var/backups/latchkey.db');
  }
  if (db.kind !== 'sqlite') throw new CommandError('backup: is for the embedded database; PostgreSQL has pg_dump');
  const file = resolve(target);
  if (existsSync(file)) throw new CommandError(`backup: ${file} exists already, and is not overwritten`);
  await db.all('VACUUM INTO $1', [file]);
  chmodSync(file, 0o600);
  print(`${file} holds the whole database; it is as secret as the database itself`);
}
