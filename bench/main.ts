import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Lifetime } from '../test/support/clean-up.ts';
import { createLifetime } from './lifetime.ts';

const USAGE = `npm run bench [-- option]
  (none)       Latchkey beside its limits and better-auth, in about nine minutes
  --quick      the same in about a minute, with fewer and shorter rounds
  --against R  the work tree beside the commit R, in turn, in about ten minutes; with --quick in about two.
               Both run on the present Node; with --own-node each on the one that it pins
  --growth     Latchkey with 1,000, 100,000 and 1,000,000 accounts
  --admin      the lists of the administration with 1,000,000 accounts, or with --accounts N
  --cleaning   removing a million old e-mails, events and throttles, step by step
  --hashes     the costliest password hashes that an import accepts, beside bcrypt at its limit
  --overload   ten times as many sign-ins as can be hashed
  --openid     what apps cost: code to tokens, a refresh beside our own, and OPENID=on beside off
  --workers    reads with one and with two processes
  --seed N     fills the empty database of DATABASE_URL with N accounts`;

const QUICK = { warmUpSeconds: 0.5, rounds: 3, seconds: 0.6, readSeconds: 0.6, coldStarts: 3 };
const THOROUGH = { warmUpSeconds: 5, rounds: 7, seconds: 3, readSeconds: 1.5, coldStarts: 7 };

const FOLDER = import.meta.dirname;
const RESULTS = resolve(FOLDER, 'results');
const IMAGES = resolve(FOLDER, '../docs/images');

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Overwrites one line in a terminal; elsewhere prints one line per step. */
function progress(what: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${what}` : `${what}\n`);
}

function installPackages(): void {
  if (existsSync(resolve(FOLDER, 'node_modules/autocannon'))) return;
  progress('installing the load generator and the peer');
  const { status, stderr } = spawnSync('npm', ['ci', '--silent'], { cwd: FOLDER, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci in bench/ failed: ${stderr}`);
}

function write(file: string, text: string): void {
  mkdirSync(resolve(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function runCompare(t: Lifetime, isQuick: boolean): Promise<void> {
  const [{ compare }, { report }, { plot }] = await Promise.all([
    import('./compare.ts'),
    import('./table.ts'),
    import('./plot.ts'),
  ]);
  const results = await compare(t, isQuick ? QUICK : THOROUGH, progress);
  progress('');
  print(report(results));
  write(resolve(RESULTS, isQuick ? 'quick.json' : 'compare.json'), json(results));
  write(isQuick ? resolve(RESULTS, 'quick.svg') : resolve(IMAGES, 'performance.svg'), plot(results.summaries));
}

async function run(t: Lifetime): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      'own-node': { type: 'boolean', default: false },
      growth: { type: 'boolean' },
      admin: { type: 'boolean' },
      accounts: { type: 'string', default: '1000000' },
      cleaning: { type: 'boolean' },
      hashes: { type: 'boolean' },
      overload: { type: 'boolean' },
      workers: { type: 'boolean' },
      openid: { type: 'boolean' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return print(USAGE);
  if (values.seed !== undefined) return (await import('./seed-command.ts')).seedCommand(values.seed, print);
  if (values.admin) {
    return (await import('./admin.ts')).administration(t, Number(values.accounts), { print, progress });
  }
  if (values.hashes) return (await import('./hashes.ts')).hashes({ print, progress });
  const commit = values.against && (await import('./program.ts')).commitOf(values.against);
  installPackages();
  if (commit) {
    const options = { commit, isQuick: values.quick, hasOwnNode: values['own-node'] };
    return (await import('./against.ts')).against(t, options, { print, progress });
  }
  if (values.growth) return (await import('./growth.ts')).growth(t, { print, progress });
  if (values.cleaning) return (await import('./cleaning.ts')).cleaning(t, { print, progress });
  if (values.overload) return (await import('./overload.ts')).overload(t, { print, progress });
  if (values.openid) return (await import('./openid.ts')).openId(t, values.quick, { print, progress });
  if (values.workers) return (await import('./workers.ts')).workers(t, { print, progress });
  return runCompare(t, values.quick);
}

const lifetime = createLifetime();
let isInterrupted = false;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    if (isInterrupted) return;
    isInterrupted = true;
    void lifetime.end().finally(() => process.exit(code));
  });
}
try {
  await run(lifetime);
} catch (error) {
  // Measurements fail while their subject is taken down.
  if (!isInterrupted) process.stderr.write(`\nbench: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await lifetime.end();
}
