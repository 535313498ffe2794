import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordForInstallation } from '../../administration/installation-events.ts';
import { readConfig } from '../../config/config.ts';
import { createFile, makeFolder } from '../../lib/file-ownership.ts';
import { beginningOf, entryAt } from '../../lib/path-to-write.ts';
import type { SharedStore } from '../../store/commit.ts';
import { stateOfSchema } from '../../store/engine/migrate.ts';
import type { CommandContext } from '../framework/command.ts';
import { CommandError, onlyArgument, UsageError } from '../framework/command-error.ts';
import { closing, databaseName, openExisting } from '../framework/open-database.ts';
import { OPERATOR } from '../framework/operator.ts';
import { filesOf, keepSecrets, OWN_ENDINGS, PARTIAL, removeBackup, removePartial } from './kept-secrets.ts';
import { dumpPostgres } from './postgres-dump.ts';
import { refusePooler } from './postgres-tools.ts';
import { copySqlite } from './sqlite-copy.ts';

/** `latchkey-2026-11-18T030000Z.db`, which sorts by time, or a file that belongs to it. */
const NAME = /^(latchkey-\d{4}-\d\d-\d\dT\d{6}Z\.(?:db|dump))(\..+)?$/;
/** Another machine that shares the folder may still be writing younger files. */
const LEFT_OVER_AFTER_MS = 86_400_000;
/** An unfinished copy that has not grown for this long belongs to a killed run. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Copies the database while the service runs, reads the copy back, and copies the secret files beside it. A file with
 * the name of a backup is complete.
 */
export async function backup(context: CommandContext): Promise<void> {
  const { args, options } = context;
  if (options.into === undefined) {
    const target = onlyArgument(args, 'backup: into which file? Example: latchkey backup /var/backups/monday.db');
    if (options.keep !== undefined) throw new UsageError('backup: --keep needs --into <folder>');
    const made = await makeBackup(context, () => resolve(target));
    return context.print(made.messages.join('\n'), made.record);
  }
  if (args.length > 0) throw new UsageError('backup: either a file, or --into <folder>');
  if (options.into === '') throw new UsageError('backup: --into names no folder');
  const folder = resolve(options.into);
  const keep = readCount(options.keep);
  makeFolder(folder);
  const { messages, record } = await makeBackup(context, (extension) =>
    join(folder, nameAt(context.nowMs(), extension)),
  );
  const removed = tooOld(folder, keep, context.nowMs());
  const lines = [...messages];
  for (const file of removed) {
    const why = existsSync(file) ? `the newest ${keep} are kept` : 'a run that was killed has left it';
    removeBackup(file);
    lines.push(`${file} is removed: ${why}`);
  }
  context.print(lines.join('\n'), { ...record, removed });
}

async function makeBackup({ environment, nowMs }: CommandContext, fileFor: (extension: 'db' | 'dump') => string) {
  const config = readConfig(environment, 1);
  const { databaseUrl } = config;
  if (databaseUrl.kind === 'postgres') refusePooler('backup', config);
  const database = databaseName(config);
  // Accepts an older schema too: the new version may create the backup before an upgrade.
  return closing(await openExisting(config, { acceptsOlder: true }), database, async (db) => {
    const file = fileFor(db.kind === 'sqlite' ? 'db' : 'dump');
    const existing = filesOf(file).find(entryAt);
    if (existing) throw new CommandError(`backup: ${existing} exists already, and is not overwritten`);
    const partial = createPartial(file, nowMs());
    let secrets: ReturnType<typeof keepSecrets>;
    try {
      if (databaseUrl.kind === 'sqlite') await copySqlite(db, partial);
      else await dumpPostgres(environment, databaseUrl.url, partial);
      secrets = keepSecrets(config, file);
      renameSync(partial, file);
    } finally {
      removePartial(file);
    }
    await record(db, file);
    return {
      messages: [
        `${file} holds the whole database ${database}; it is as secret as the database itself`,
        ...secrets.messages,
      ],
      record: { file, database, ...secrets.record },
    };
  });
}

/** An older schema may lack tables of this version. */
async function record(db: SharedStore, file: string): Promise<void> {
  if ((await stateOfSchema(db)) !== 'current') return;
  try {
    await recordForInstallation(db, 'backup_made', OPERATOR);
  } catch (error) {
    if (!db.isOutage(error)) throw error;
    throw new CommandError(`backup: ${file} is complete, but not in the audit trail: ${(error as Error).message}`);
  }
}

/** The first bytes of an unfinished copy by SQLite or pg_dump. */
const UNFINISHED = /^(SQLite format 3\0|PGDMP|$)/;
const isForeign = (entry: ReturnType<typeof entryAt>): boolean => entry?.isFile() === false;

/** Creates the file readable only by its owner. Of two backups into one file, the second is refused. */
function createPartial(file: string, nowMs: number): string {
  const partial = `${file}${PARTIAL}`;
  const found = entryAt(partial);
  if ((found && !UNFINISHED.test(beginningOf(partial, 16) ?? 'no file')) || isForeign(entryAt(`${partial}-journal`)))
    throw new CommandError(`backup: ${partial} is not an unfinished backup, and was not changed. Choose another name`);
  if (found && nowMs - found.mtimeMs < ABANDONED_AFTER_MS)
    throw new CommandError(`backup: another backup is writing ${partial}. If that was killed: rm ${partial}`);
  removePartial(file);
  createFile(partial);
  return partial;
}

const nameAt = (nowMs: number, extension: string): string =>
  `latchkey-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '')}Z.${extension}`;

function readCount(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new UsageError(`backup: --keep ${value}: how many? Example: --keep 14`);
  return Number(value);
}

/** All complete backups in a folder except the newest, and leftovers of killed runs. */
function tooOld(folder: string, keep: number, nowMs: number): string[] {
  const found = readdirSync(folder).flatMap((name) => {
    const [, backup, ending = ''] = NAME.exec(name) ?? [];
    return backup === undefined ? [] : [{ backup, ending }];
  });
  const named = (isMeant: (ending: string) => boolean) =>
    new Set(found.filter(({ ending }) => isMeant(ending)).map(({ backup }) => backup));
  const complete = named((ending) => ending === '');
  // A compressed or encrypted copy of the file (`.db.gz`, `.db.age`) still needs the secrets beside it.
  const packed = named((ending) => !OWN_ENDINGS.includes(ending));
  const old = [...complete].sort().slice(0, -Math.min(keep, complete.size) || undefined);
  const leftOver = [...named(() => true)].filter(
    (backup) => !complete.has(backup) && !packed.has(backup) && backup < nameAt(nowMs - LEFT_OVER_AFTER_MS, ''),
  );
  return [...old, ...leftOver].map((name) => join(folder, name));
}
