import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const ALL = 'test/**/*.test.ts';

/**
 * A process that loads the service, and for some tests a browser, spends up to a second before its first test, and then runs code that nothing has
 * warmed up. So `npm test` runs most files of tests together in a few processes: those of test/browser in browser-<n>.ts, the others in mixed-<n>.ts.
 * Files that package.json names in the script `test` have a process each, because they change the environment, take times, or mostly wait for
 * processes of their own.
 */
export type Kind = 'browser' | 'mixed';

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

/** The files, and patterns of files, that `npm test` runs, as its script has them. */
export function namedInScript(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { test: string } };
  return [...scripts.test.matchAll(/(?<= '?)test\/[^' ]+(?='|$| )/g)].map(([pattern]) => pattern);
}

export const filesInScript = (): string[] => namedInScript().flatMap(find);

export function filesOf(kind: Kind): string[] {
  const alone = new Set(filesInScript());
  return find(ALL).filter((file) => !alone.has(file) && (kind === 'browser') === file.startsWith('test/browser/'));
}

/** As many shares as there are processes of the kind, each with about as much source as the others: the next largest file goes to the smallest. */
export function sharesOf(kind: Kind): string[][] {
  const shares = find(`test/processes/${kind}-*.ts`).map(() => ({ bytes: 0, files: [] as string[] }));
  const bySize = filesOf(kind).map((file) => ({ file, bytes: statSync(join(ROOT, file)).size }));
  for (const { file, bytes } of bySize.sort((a, b) => b.bytes - a.bytes)) {
    const smallest = shares.reduce((one, other) => (other.bytes < one.bytes ? other : one));
    smallest.bytes += bytes;
    smallest.files.push(file);
  }
  return shares.map(({ files }) => files.sort());
}

/** Imports the tests of one process, whose file is named after its share. */
export async function importShare(file: string): Promise<void> {
  const name = basename(file, '.ts');
  const [kind, number] = name.split('-') as [Kind, string];
  const share = sharesOf(kind)[Number(number) - 1];
  if (!share)
    throw new Error(`test/processes/${name}.ts has no share of the tests: the numbers begin with 1 and have no gap`);
  for (const path of share) await import(pathToFileURL(join(ROOT, path)).href);
}
