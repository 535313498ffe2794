import { globSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const ALL = 'test/**/*.test.ts';

/**
 * A process that loads the service, and for some tests a browser, spends up to two seconds of processor time before its first test, and then runs code
 * that nothing has warmed up. So `npm test` runs most files of tests together in a few processes: those that run Latchkey as a program in program-<n>.ts,
 * those of test/browser in browser-<n>.ts, and the others in mixed-<n>.ts.
 */
export type Kind = 'program' | 'browser' | 'mixed';
export const KINDS: readonly Kind[] = ['program', 'browser', 'mixed'];

const kindOf = (file: string): Kind => {
  if (/^test\/(cli|cluster|faults)\/|^test\/start\./.test(file)) return 'program';
  return file.startsWith('test/browser/') ? 'browser' : 'mixed';
};

/** Files with a process each, because they take as long as a share, or change the environment. */
const LONG = ['test/security/ways-in.test.ts'];
const SHORT = ['test/operations/many-sessions.test.ts'];
export const ALONE: readonly string[] = [...LONG, ...SHORT];

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

const filesOf = (kind: Kind): string[] => find(ALL).filter((file) => !ALONE.includes(file) && kindOf(file) === kind);

const processesOf = (kind: Kind): string[] => find(`test/processes/${kind}-*.ts`);

/**
 * As many shares as there are processes of the kind. The next largest file goes to the share that has the least for its weight: what is started later
 * gets less, so that all end at about the same time.
 */
export function sharesOf(kind: Kind): string[][] {
  const shares = processesOf(kind).map((_, at, { length }) => ({
    weight: 1.5 - at / length,
    bytes: 0,
    files: [] as string[],
  }));
  const bySize = filesOf(kind).map((file) => ({ file, bytes: statSync(join(ROOT, file)).size }));
  for (const { file, bytes } of bySize.sort((a, b) => b.bytes - a.bytes)) {
    const fullness = (share: (typeof shares)[number]) => (share.bytes + bytes) / share.weight;
    const least = shares.reduce((one, other) => (fullness(other) < fullness(one) ? other : one));
    least.bytes += bytes;
    least.files.push(file);
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

/**
 * What `npm test` starts, in this order: first what waits much, beside which others find the processors free, and last what is short. Browsers take turns
 * with other tests, so that not all of them are in memory at once.
 */
export function processesInOrder(): string[] {
  const [browser, mixed] = [processesOf('browser'), processesOf('mixed')];
  const inTurn = Array.from({ length: Math.max(browser.length, mixed.length) }, (_, at) => [browser[at], mixed[at]]);
  return [...LONG, ...processesOf('program'), ...inTurn.flat().filter((file) => file !== undefined), ...SHORT];
}
