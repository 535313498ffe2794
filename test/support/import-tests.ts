import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FULL_RUN_ONLY, isQuickRun } from './scope.ts';

const TESTS = resolve(import.meta.dirname, '..');

export const filesOf = (pattern: string | readonly string[]): string[] =>
  globSync(pattern, { cwd: TESTS })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/**
 * Imports the files of tests that share a process. Node's runner starts a process for each file that it is given, and
 * one that loads the service spends a second of CPU, with a browser two, before its first test: so `npm test` gives it
 * test/*.test.ts, a file for each folder.
 */
export async function importTests(pattern: string): Promise<void> {
  const leftOut = new Set(isQuickRun ? filesOf(FULL_RUN_ONLY) : []);
  for (const file of filesOf(pattern)) if (!leftOut.has(file)) await import(pathToFileURL(join(TESTS, file)).href);
}
