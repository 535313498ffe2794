import { closeSync, createReadStream, createWriteStream, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { createFile } from '../../lib/file-ownership.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { query, type Reads } from '../../store/engine/database.ts';
import { CommandError } from '../framework/command-error.ts';

/** Copies the embedded database into an empty file, then reads the copy back. */
export async function copySqlite(db: Reads, file: string): Promise<void> {
  try {
    await db.all(query`VACUUM INTO $1`, [file]);
  } catch (error) {
    throw new CommandError(`backup: the copy to ${file} failed: ${error instanceof Error ? error.message : error}`);
  }
  checkSqlite(file);
  flush(file);
}

/** Throws unless the file is a complete SQLite database. */
export function checkSqlite(file: string): void {
  let found: string;
  try {
    const copy = new DatabaseSync(file, { readOnly: true });
    try {
      found = String(copy.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
    } finally {
      copy.close();
    }
  } catch (error) {
    found = reasonOf(error);
  }
  if (found !== 'ok') throw new CommandError(`${file} is not a complete SQLite database: ${found}`);
}

/** Creates the target with mode 0600; copyFile would take over the mode of the source, which may be anything. */
export async function copyContent(from: string, to: string): Promise<void> {
  createFile(to);
  await pipeline(createReadStream(from), createWriteStream(to, { flags: 'r+' }));
}

/** VACUUM INTO does not sync the file to disk. */
export function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
