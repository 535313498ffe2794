import { closeSync, constants, lstatSync, openSync, readSync, type Stats } from 'node:fs';

/** The entry at a path, without following links, so that a dangling link counts too. */
export const entryAt = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** The beginning of a file; undefined for anything else, even a link to a file. */
export function beginningOf(path: string, maxBytes = 65_536): string | undefined {
  if (!entryAt(path)?.isFile()) return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const bytes = Buffer.alloc(maxBytes);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** Names the entry at a path to write to, for a message. */
export function nameOfKind(entry: Stats): string {
  if (entry.isFile()) return 'a file';
  if (entry.isDirectory()) return 'a folder';
  if (entry.isSymbolicLink()) return 'a symbolic link';
  return entry.isFIFO() || entry.isSocket() ? 'a pipe or socket' : 'a device';
}
