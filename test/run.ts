import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { processesInOrder } from './processes/share.ts';
import { globalSetup, globalTeardown } from './support/global-setup.ts';
import report from './support/reporter.ts';
import { runInShell } from './support/shell-command.ts';

/**
 * `npm test`: the checks of types and style and all tests at the same time. Node's own command line starts files in the order of their names; the time
 * that the whole run takes depends on a better one.
 */
const ROOT = resolve(import.meta.dirname, '..');
/** The first four mostly wait: with five at a time, a quarter of two cores was idle. Ten gain three seconds, and hold each other up longer. */
const PROCESSES = 8;
const TIMEOUT_MS = 300_000;

const stopped = new AbortController();
// Ends the processes of the tests, the checks and PostgreSQL too. `node --test` does this by itself, `run` does not.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    process.exitCode = 1;
    stopped.abort();
  });

async function check(): Promise<void> {
  const { code, printed } = await runInShell('npm run -s check', ROOT, stopped);
  if (code === 0 || stopped.signal.aborted) return;
  process.exitCode = 1;
  stopped.abort();
  process.stdout.write(printed);
}

async function test(): Promise<void> {
  await globalSetup();
  try {
    const tests = run({
      files: processesInOrder().map((file) => resolve(ROOT, file)),
      concurrency: PROCESSES,
      execArgv: [`--test-timeout=${TIMEOUT_MS}`, `--import=${import.meta.resolve('./support/untracked-promises.ts')}`],
      signal: stopped.signal,
    });
    tests.on('test:fail', () => {
      process.exitCode = 1;
    });
    await pipeline(tests, report, process.stdout, { end: false });
  } finally {
    await globalTeardown();
  }
}

await Promise.all([check(), test()]);
