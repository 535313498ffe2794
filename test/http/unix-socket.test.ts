import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { removeStaleSocket } from '../../src/http/unix-socket.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { FRONTEND_URL, SIGNING_SECRET } from '../support/service.ts';
import { until } from '../support/until.ts';

const MAIN = join(import.meta.dirname, '../../src/start.js');

/** The status of an answer over the socket; undefined where nobody answers. */
const ask = (socketPath: string, path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve) => {
    request({ socketPath, path, headers, agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode));
    })
      .once('error', () => resolve(undefined))
      .end();
  });

function startOn(t: Lifetime, folder: string, host: string) {
  const env = { PATH: process.env.PATH, HOST: host, DATA_DIR: folder, FRONTEND_URL, SIGNING_SECRET };
  const settings = { SOCKET_MODE: '600', WORKERS: '2', LOG_CLIENT: 'on', LOG_FORMAT: 'json' };
  // The least careful umask that there is.
  const child = spawn('/bin/sh', ['-c', 'umask 0; exec "$0" "$1"', process.execPath, MAIN], {
    cwd: folder,
    env: { ...env, ...settings },
  });
  cleanUpAfter(t, () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { child, exited: once(child, 'exit'), output: () => output };
}

it('workers listen on a Unix socket that a killed process has left, and believe the proxy', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-socket-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'latchkey.sock');
  const killed = spawn(process.execPath, ['-e', `require('net').createServer().listen(${JSON.stringify(path)})`]);
  await until('it listens', () => existsSync(path));
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  assert.ok(existsSync(path), 'it has left its socket');

  chmodSync(path, 0o600);
  const modes = new Set<number>();
  const looking = setInterval(() => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) modes.add(found.mode & 0o077);
  }, 1);
  cleanUpAfter(t, () => clearInterval(looking));
  const service = startOn(t, folder, path);
  await until('it is ready', async () => (await ask(path, '/readyz')) === 200, 60_000);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  clearInterval(looking);
  assert.deepEqual([...modes], [0], 'at no moment may anybody else write to it');
  const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-request-id': 'given-by-the-proxy' };
  assert.equal(await ask(path, '/api/me', headers), 401);
  await until('it is logged', () => service.output().includes('given-by-the-proxy'));
  assert.match(service.output(), /"requestId":"given-by-the-proxy".*"client":"203\.0\.113\.9"/);
  await until('both serve', () => /Latchkey \S+ listens on \/[^"]+\/latchkey\.sock"/.test(service.output()));

  const second = startOn(t, folder, path);
  assert.deepEqual(await second.exited, [1, null]);
  assert.match(second.output(), /HOST \S+ cannot be used: another process listens there/);
  assert.equal(await ask(path, '/readyz'), 200, 'the first one goes on');

  service.child.kill('SIGTERM');
  assert.deepEqual(await service.exited, [0, null]);
  assert.ok(!existsSync(path), 'the socket is gone');
  writeFileSync(path, 'something of somebody');
  await assert.rejects(removeStaleSocket(path), /not a socket/);
});
