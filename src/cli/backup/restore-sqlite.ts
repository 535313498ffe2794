import { existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../lib/file-ownership.ts';
import { entryAt } from '../../lib/path-to-write.ts';
import { query } from '../../store/engine/database.ts';
import { openSqlite } from '../../store/engine/drivers/sqlite.ts';
import { migrate, stateOfSchema } from '../../store/engine/migrate.ts';
import { CommandError } from '../framework/command-error.ts';
import { closing, databaseName } from '../framework/open-database.ts';
import { counted } from '../framework/print.ts';
import { announceDeleted, deletedIn, type Restore } from './finish-restored.ts';
import { checkSqlite, copyContent, flush } from './sqlite-copy.ts';

class InUse extends CommandError {}

const BESIDE = ['-wal', '-shm'];

/** Prepares a copy beside the database, then replaces the database with one rename. */
export async function restoreSqlite({ file, context, config, isMeant, aside, finish }: Restore): Promise<object> {
  const path = fileOf(databaseName(config));
  const copy = `${path}.restoring`;
  const removeCopy = () => {
    for (const end of ['', ...BESIDE]) rmSync(`${copy}${end}`, { force: true });
  };
  checkSqlite(file);
  const deletedSince = await deletedInPresent(path, isMeant, context.print);
  makeFolder(dirname(path));
  removeCopy();
  try {
    await copyContent(file, copy);
    const done = await closing(openSqlite(copy), copy, async (db) => {
      if ((await stateOfSchema(db)) === 'empty') throw new CommandError(`${file} is not a Latchkey database`);
      const found = await db.one(query<{ accounts: number }>`SELECT COUNT(*) AS accounts FROM users`);
      context.print(`${file} is complete, and holds ${counted(found?.accounts ?? 0, 'account')}`);
      if (!isMeant) {
        let back = 0;
        for (const id of deletedSince) if (await db.one(ACCOUNT, [id])) back += 1;
        return { accounts: found?.accounts, ...announceDeleted(back, context.print) };
      }
      await migrate(db, { report: context.print });
      return finish(db, deletedSince);
    });
    if (!isMeant) return done;
    flush(copy);
    const kept = existsSync(path) ? `${path}.${aside}` : null;
    if (kept !== null) await setAside(path, kept, context.print);
    renameSync(copy, path);
    return { ...done, aside: kept };
  } finally {
    removeCopy();
  }
}

/** A check does not migrate the backup, so the schema may have any version. */
const ACCOUNT = query`SELECT id FROM users WHERE id = $1`;

/** The real file: a symbolic link stays, and only the file it leads to is replaced. */
function fileOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (entryAt(path) && !found?.isFile()) throw new CommandError(`restore: ${path} is not a file`);
  return found ? realpathSync(path) : path;
}

/**
 * Before a restore, also checks that no other process has it open. A database that cannot be opened may be why the
 * backup is needed.
 */
async function deletedInPresent(path: string, isMeant: boolean, print: (line: string) => void): Promise<number[]> {
  if (!existsSync(path)) return [];
  try {
    return await closing(openSqlite(path), path, async (db) => {
      if (isMeant && (await db.otherVersions()).length > 0) {
        throw new InUse(`restore: ${path} is in use. Stop the service and every other command first`);
      }
      return deletedIn(db);
    });
  } catch (error) {
    if (error instanceof InUse) throw error;
    print(`the current ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/** Creates a second name first, so that the database exists under its own name at every moment. */
async function setAside(path: string, target: string, print: (line: string) => void): Promise<void> {
  try {
    linkSync(path, target);
  } catch {
    // Not every file system has hard links.
    await copyContent(path, target);
  }
  // A leftover write-ahead log would be applied to the restored database.
  for (const end of BESIDE) if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${target}${end}`);
  print(`the previous database is ${target}; remove it when no problems`);
}
