import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFile } from '../../lib/file-ownership.ts';
import { beginningOf, entryAt, nameOfKind } from '../../lib/path-to-write.ts';
import { CommandError } from '../framework/command-error.ts';

/** A user that was not imported. */
export interface Refused {
  readonly line: number;
  readonly email: string;
  readonly reason: string;
}

/** The file may contain anything instead of an address. */
const MAX_TEXT = 1000;
/** Matches a Refused as JSON.stringify writes it. */
const FIRST_LINE = /^\{"line":\d+,"email":"(?:[^"\\]|\\.)*","reason":"(?:[^"\\]|\\.)*"\}\n/;

/** Only an earlier report may be replaced. Throws a CommandError for anything else at this path. */
export function refuseForeignReport(path: string): void {
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`import: --report ${path}: there is no folder ${dirname(path)}`);
  const entry = entryAt(path);
  if (!entry || FIRST_LINE.test(beginningOf(path) ?? '')) return;
  const what = entry.isFile() ? 'not an earlier report' : nameOfKind(entry);
  throw new CommandError(`import: ${path} is ${what}, and was not changed. Name another file: --report <file>`);
}

/**
 * Replaces an earlier report, or removes it if no user was refused this time. It has addresses but no hashes; only its
 * owner can read it.
 */
export function writeReport(path: string, refused: readonly Refused[], { isDryRun }: { isDryRun: boolean }): void {
  if (isDryRun && refused.length === 0) return;
  refuseForeignReport(path);
  rmSync(path, { force: true });
  if (refused.length === 0) return;
  const lines = refused
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, email, reason }) => ({ line, email: email.slice(0, MAX_TEXT), reason: reason.slice(0, MAX_TEXT) }))
    .map((one) => `${JSON.stringify(one)}\n`);
  createFile(path, lines.join(''));
}
