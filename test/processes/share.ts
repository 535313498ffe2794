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

/** Seconds of processor time of the files whose size tells least about it: with sizes alone, the last processes would end up to half a minute apart. */
const SECONDS: Readonly<Record<string, number>> = {
  'test/accounts/remove-unverified.test.ts': 1.6,
  'test/accounts/throttle.test.ts': 5.1,
  'test/config/config.test.ts': 0.1,
  'test/config/limits.test.ts': 0.1,
  'test/config/return-urls.test.ts': 0.1,
  'test/http/held-back.test.ts': 2.7,
  'test/mail/delivery.test.ts': 4,
  'test/mail/obsolete.test.ts': 3.5,
  'test/mail/sent-at-once.test.ts': 3,
  'test/operations/account/update-me.test.ts': 2.7,
  'test/operations/lifetimes.test.ts': 2.3,
  'test/operations/limits.test.ts': 3.3,
  'test/operations/sessions/old-sessions.test.ts': 3.2,
  'test/pages/own-texts.test.ts': 0.2,
  'test/pages/pages.test.ts': 0.8,
  'test/security/admin-permissions.test.ts': 3,
  'test/security/attack.test.ts': 2.5,
  'test/security/conditions-on-accounts.test.ts': 7,
  'test/security/fuzz.test.ts': 2.5,
  'test/security/overload.test.ts': 2.6,
  'test/security/passwords.test.ts': 3,
  'test/security/strangers.test.ts': 2.5,
  'test/store/drivers/postgres.test.ts': 0.6,
  'test/store/steps.test.ts': 2.5,
  'test/support/find-browser.test.ts': 0.1,
};
const SECONDS_PER_BYTE = 1.3e-4;
const secondsOf = (file: string): number => SECONDS[file] ?? statSync(join(ROOT, file)).size * SECONDS_PER_BYTE;

export const MEASURED: readonly string[] = Object.keys(SECONDS);

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

const filesOf = (kind: Kind): string[] => find(ALL).filter((file) => !ALONE.includes(file) && kindOf(file) === kind);

const processesOf = (kind: Kind): string[] => find(`test/processes/${kind}-*.ts`);

/**
 * As many shares as there are processes of the kind. The next longest file goes to the share that has the least for its weight: what is started later
 * gets less, so that all end at about the same time.
 */
export function sharesOf(kind: Kind): string[][] {
  const shares = processesOf(kind).map((_, at, { length }) => ({
    weight: 1.5 - at / length,
    seconds: 0,
    files: [] as string[],
  }));
  const files = filesOf(kind).map((file) => ({ file, seconds: secondsOf(file) }));
  for (const { file, seconds } of files.sort((a, b) => b.seconds - a.seconds)) {
    const fullness = (share: (typeof shares)[number]) => (share.seconds + seconds) / share.weight;
    const least = shares.reduce((one, other) => (fullness(other) < fullness(one) ? other : one));
    least.seconds += seconds;
    least.files.push(file);
  }
  return shares.map((share) => share.files.sort());
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
