import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The fault and the remedy for each system error code. */
const PROBLEMS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `there is no ${existsSync(dirname(path)) ? path : `folder ${dirname(path)}`}`,
  EACCES: (path) => `no permission to use ${path}. Run the command as root, or as the user of the service`,
  EPERM: (path) => `no permission to change ${path}. Run the command as root, or as the user of the service`,
  EEXIST: (path) => `${path} already exists, and was not changed`,
  ENOTDIR: (path) => `${path} cannot be: a part of this path is a file, not a folder`,
  EISDIR: (path) => `${path} is a folder, not a file`,
  EROFS: (path) => `${path} is on a file system that is read-only`,
  ENOSPC: (path) => `there is no space left for ${path}: make room, and try again`,
};

/** One line about an error of a file; undefined for other errors. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // `dest` is the target of a copy, for which there may be no space.
  const { code = '', path, dest, message } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const at = code === 'ENOSPC' ? (dest ?? path ?? 'a file') : path;
  return at === undefined ? undefined : (PROBLEMS[code]?.(at) ?? `cannot use ${at}: ${message}`);
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Node omits the path if it is a folder.
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}
