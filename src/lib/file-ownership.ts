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
 * Creates files that belong to the owner of their folder: commands are often run by root, and the service's user has to
 * read their files. Only root can change an owner; for other users nothing changes.
 *
 * The folder's owner could replace a file by a link while root works on it (a symlink race). Hence chown works on file
 * descriptors, symbolic links are not followed, and a file with a second hard link is left alone.
 */

/** Creates a file readable by its owner only, from the first moment. Fails if the file exists. */
export function createFile(path: string, content: string | Uint8Array = '', mode = 0o600): void {
  const file = openSync(path, 'wx', mode);
  try {
    chownTo(ownerOf(path), file);
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

export function createFileIfMissing(path: string): void {
  try {
    createFile(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Creates a folder and its parents one by one: Node's recursive mkdir loops forever in places like /proc. */
export function makeFolder(path: string, mode = 0o700): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it first.
    if (isFolder(folder)) return;
    throw error;
  }
  ignoringPermissionErrors(() => lchownSync(folder, ...ids(ownerOf(folder))));
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The user id of the folder's owner, or of its nearest existing parent's. */
export function ownerOfNearest(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  const parent = dirname(path);
  return found || parent === path ? found?.uid : ownerOfNearest(parent);
}

/** Changes the owner of an existing file, such as a restored database. Ignores a missing one. */
export function chownToFolderOwner(path: string): void {
  const { uid } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  if (uid === undefined || uid === ownerOf(path).uid) return;
  ignoringPermissionErrors(() => {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if (fstatSync(file).nlink === 1) chownTo(ownerOf(path), file);
    } finally {
      closeSync(file);
    }
  });
}

const ownerOf = (path: string): Stats => statSync(dirname(path));
const ids = ({ uid, gid }: Stats): [number, number] => [uid, gid];

function chownTo(owner: Stats, file: number): void {
  if (fstatSync(file).uid !== owner.uid) ignoringPermissionErrors(() => fchownSync(file, ...ids(owner)));
}

/** Only root may change an owner; other users keep their files. */
function ignoringPermissionErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EPERM' && code !== 'EACCES' && code !== 'ELOOP') throw error;
  }
}
