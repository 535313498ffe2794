import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const TESTS = resolve(import.meta.dirname, '..');

export const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: TESTS })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/**
 * Imports the files of tests that share a process. Node's runner starts a process for each file that it is given, and
 * one that loads the service spends a second of CPU, with a browser two, before its first test: so `npm test` gives it
 * test/*.test.ts, a file for each folder.
 */
export async function importTests(pattern: string): Promise<void> {
  for (const file of filesOf(pattern)) await import(pathToFileURL(join(TESTS, file)).href);
}
