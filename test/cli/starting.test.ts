import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runProgram } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { createPostgres } from '../support/postgres-server.ts';
import { isReady } from '../support/service-process.ts';
import { until } from '../support/until.ts';

const MAIN = resolve(import.meta.dirname, '../../src/start.js');
/** Half a second of processor time for each process, which may be long in coming on a busy machine. */
const DEADLINE_MS = 90_000;

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-starting-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Starting {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
  /** Every process that could write has ended; the exit code of the first one. */
  allEnded(): Promise<number | null>;
}

/** The program, from its first moment on. */
async function starting(t: TestContext, settings: Record<string, string>): Promise<Starting> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: temporaryFolder(t), PORT: String(port), LOG_FORMAT: 'json', ...settings },
    cwd: temporaryFolder(t),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing of it is left if the test fails.
    detached: true,
  });
  cleanUpAfter(t, () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All of it has ended, as it should.
    }
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  // Once nothing can write to its streams any more.
  const ended = once(child, 'close');
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async allEnded() {
      await until('every process has ended', () => Promise.race([ended, Promise.resolve(false)]), DEADLINE_MS);
      return child.exitCode;
    },
  };
}

const WAITING = 'waiting for the database, retrying every second';
const messages = (output: string): string[] =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);

describe('a PostgreSQL that is not there yet', {
  skip: process.platform === 'win32' && 'Windows has no signals',
}, () => {
  for (const WORKERS of ['1', '2']) {
    it(`is waited for at the start (WORKERS=${WORKERS})`, async (t) => {
      const postgres = await createPostgres();
      cleanUpAfter(t, () => postgres.stop());
      const service = await starting(t, { DATABASE_URL: postgres.url.replace('//', '//postgres:hidden@'), WORKERS });
      await until('it says what it waits for', () => service.output().includes(WAITING), DEADLINE_MS);
      assert.match(service.output(), /"reason":"cannot use PostgreSQL: [^"]*ECONNREFUSED/);
      await postgres.start();
      await until('it serves', () => isReady(service.url), DEADLINE_MS);
      assert.equal(messages(service.output()).filter((line) => line === WAITING).length, 1);
      assert.ok(!service.output().includes('hidden'));
      service.child.kill('SIGTERM');
      assert.equal(await service.allEnded(), 0);
    });

    it(`does not keep it from being stopped (WORKERS=${WORKERS})`, async (t) => {
      const service = await starting(t, { DATABASE_URL: 'postgres://127.0.0.1:1/db', WORKERS });
      await until('it waits', () => service.output().includes(WAITING), DEADLINE_MS);
      service.child.kill('SIGTERM');
      assert.equal(await service.allEnded(), 0);
      assert.equal(messages(service.output()).at(-1), 'stopped');
    });
  }

  it('is not waited for where the address is wrong', async (t) => {
    const postgres = await createPostgres();
    cleanUpAfter(t, () => postgres.stop());
    await postgres.start();
    const wrong: [query: string, reason: RegExp][] = [
      ['no_such_database', /database "no_such_database" does not exist/],
      ['postgres?sslmode=verify-full', /does not support SSL/],
    ];
    for (const [name, reason] of wrong) {
      const url = new URL(name, postgres.url).href;
      const { code, stdout, stderr } = await runProgram([], { DATABASE_URL: url, PORT: '0' }, temporaryFolder(t));
      assert.match(stderr, reason);
      assert.match(stderr, /^latchkey: [^\n]*\n$/);
      assert.deepEqual([code, stdout], [1, '']);
    }
  });
});

describe('SIGTERM while it starts', { skip: process.platform === 'win32' && 'Windows has no signals' }, () => {
  for (const WORKERS of ['1', '3']) {
    it(`ends all of it without an error (WORKERS=${WORKERS})`, async (t) => {
      // After the first output, and some time into the start, in which the workers come one after the other.
      const firstLine = WORKERS === '1' ? 'listens on' : 'a worker is ready';
      const service = await starting(t, { WORKERS });
      await until('it has begun', () => service.output().includes(firstLine), DEADLINE_MS);
      service.child.kill('SIGTERM');
      assert.equal(await service.allEnded(), 0, service.output());
      assert.doesNotMatch(service.output(), /Error|\n {4}at /);
      assert.equal(messages(service.output()).at(-1), 'stopped');
    });
  }
});

describe('an error at the start', () => {
  const PRODUCTION = { NODE_ENV: 'production', LOG_LEVEL: 'silent' };

  it('is one line of JSON among the others where those are JSON', async (t) => {
    for (const settings of [PRODUCTION, { ...PRODUCTION, PORT: 'no' }, { LOG_FORMAT: 'json', PORT: 'no' }]) {
      const { code, stdout, stderr } = await runProgram([], settings, temporaryFolder(t));
      assert.deepEqual([code, stderr], [1, '']);
      const { level, time, msg, ...rest } = JSON.parse(stdout);
      assert.match(msg, 'PORT' in settings ? /^PORT must be a whole number/ : /^SIGNING_SECRET is required/);
      assert.equal(level, 60);
      assert.ok(Date.now() - Date.parse(time) < DEADLINE_MS);
      assert.deepEqual(rest, {});
      assert.match(stdout, /^[^\n]*\n$/);
    }
  });

  it('is a line for people where those are for people, and for commands always', async (t) => {
    const started = await runProgram([], { ...PRODUCTION, LOG_FORMAT: 'text' }, temporaryFolder(t));
    assert.match(started.stderr, /^latchkey: SIGNING_SECRET is required in production[^\n]*\n$/);
    assert.deepEqual([started.code, started.stdout], [1, '']);
    const listed = await runProgram(['users', 'list'], PRODUCTION, temporaryFolder(t));
    assert.match(listed.stderr, /^latchkey: SIGNING_SECRET is required in production[^\n]*\n$/);
    assert.deepEqual([listed.code, listed.stdout], [1, '']);
  });
});
