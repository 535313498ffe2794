import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { cleanUpAfter } from './clean-up.ts';
import { until } from './until.ts';

const POSTGRES_SERVER = resolve(import.meta.dirname, 'postgres-server.ts');

/** A process that starts a PostgreSQL and says where, and then waits to be killed. */
async function startRun(t: TestContext, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-run-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const said = join(folder, 'said');
  const script = join(folder, 'run.ts');
  writeFileSync(
    script,
    `import { renameSync, writeFileSync } from 'node:fs';
     const { startPostgres } = await import(${JSON.stringify(POSTGRES_SERVER)});
     const server = await startPostgres();
     if (process.argv[2] === 'restart') {
       await server.kill();
       await server.start();
     }
     const { port, dataDir } = server;
     writeFileSync('said.part', JSON.stringify({ port, dataDir }));
     renameSync('said.part', 'said');
     setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  cleanUpAfter(t, () => child.kill('SIGKILL'));
  await until('PostgreSQL runs', () => existsSync(said), 60_000);
  const { port, dataDir } = JSON.parse(readFileSync(said, 'utf8')) as { port: number; dataDir: string };
  return { child, port, dataDir };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => done(true))
      .once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

describe('a PostgreSQL of the tests', () => {
  for (const { how, args } of [
    { how: 'its first process', args: [] },
    { how: 'one that was started again', args: ['restart'] },
  ]) {
    it(`goes with a test run that is killed, and leaves no files (${how})`, async (t) => {
      const { child, port, dataDir } = await startRun(t, ...args);
      assert.equal(await isListening(port), true);
      child.kill('SIGKILL');
      await until('PostgreSQL has stopped', async () => !(await isListening(port)), 30_000);
      await until('its folder is gone', () => !existsSync(dirname(dataDir)), 30_000);
    });
  }
});
