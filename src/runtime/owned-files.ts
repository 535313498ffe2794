import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * What is written belongs to the owner of the folder it is written into: a command is often run by root, and the service's user has to
 * read what it leaves behind. Only root can give files away, so for everybody else nothing changes.
 *
 * The folder's owner may swap a file while root works on it. Hence a file is given away by its descriptor, links are not followed, and
 * a file with a second name is left alone.
 */

/** Fails when there is such a file; nobody else can read it at any moment. */
export function createFile(path: string, content: string | Uint8Array = '', mode = 0o600): void {
  const file = openSync(path, 'wx', mode);
  try {
    giveTo(ownerOf(path), file);
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

/** Makes no difference where there is one. */
export function createFileUnlessThere(path: string): void {
  try {
    createFile(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** With those above it that are missing. */
export function makeFolder(path: string, mode = 0o700): void {
  const first = mkdirSync(resolve(path), { recursive: true, mode });
  if (first === undefined) return;
  const made = [resolve(path)];
  while (made[0] !== undefined && made[0].length > first.length) made.unshift(dirname(made[0]));
  for (const folder of made) ignoringRefusal(() => lchownSync(folder, ...ids(ownerOf(folder))));
}

/** For what was put there by other means, such as a restored copy. Missing files are no matter. */
export function giveToFolderOwner(path: string): void {
  const { uid } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  if (uid === undefined || uid === ownerOf(path).uid) return;
  ignoringRefusal(() => {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if (fstatSync(file).nlink === 1) giveTo(ownerOf(path), file);
    } finally {
      closeSync(file);
    }
  });
}

const ownerOf = (path: string): Stats => statSync(dirname(path));
const ids = ({ uid, gid }: Stats): [number, number] => [uid, gid];

function giveTo(owner: Stats, file: number): void {
  if (fstatSync(file).uid !== owner.uid) ignoringRefusal(() => fchownSync(file, ...ids(owner)));
}

/** Whoever is not root keeps what they have written. */
function ignoringRefusal(work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EPERM' && code !== 'EACCES' && code !== 'ELOOP') throw error;
  }
}
