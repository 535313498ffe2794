import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { freePort } from '../support/free-port.ts';
import { registration, startService } from '../support/service.ts';
import { createServiceProcess, isReady, type ServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { isAlive, logOf, workerPids } from '../support/worker-log.ts';

/**
 * Steps of one life of the service, in this order: each process of it costs half a second of processor time. That
 * SIGHUP replaces them, and what becomes of their metrics, is in test/faults/rolling-restart.test.ts.
 */
describe('two workers', () => {
  const cleanUps: (() => unknown)[] = [];
  let service: ServiceProcess;
  /** A copy of Node that runs the service, and can be taken away. */
  let node: string;
  let adminPort: number;
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-node-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    node = join(folder, 'node');
    copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
    adminPort = await freePort();
    const settings = { WORKERS: '2', LOG_FORMAT: 'json', LOG_LEVEL: 'info', ADMIN_PORT: String(adminPort) };
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    service = await createServiceProcess(t, { node, settings });
    await service.start();
    await until('both serve', () => workerPids(service).length === 2);
  });
  after(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  const says = (text: string) => logOf(service).find(({ msg }) => msg === text);
  /** On a new connection: of one that a killed worker held, the client may hear too late. */
  const assertReady = async () => assert.ok(await isReady(service.url));

  it('share ADMIN_PORT', async () => {
    assert.ok(await isReady(`http://127.0.0.1:${adminPort}`));
    assert.equal((await fetch(`${service.url}/admin`)).status, 404);
    const line = new RegExp(`console {2}http://localhost:${adminPort}/admin`);
    await until('the start is reported', () => line.test(service.output()));
  });

  it('leave SIGHUP to the primary, although a service manager may send it to all', async () => {
    const pids = workerPids(service);
    for (const pid of pids) process.kill(pid, 'SIGHUP');
    for (let look = 0; look < 10; look += 1) await assertReady();
    assert.ok(pids.every(isAlive));
  });

  it('go on while no new one can be spawned', async () => {
    renameSync(node, `${node}-gone`);
    service.child.kill('SIGHUP');
    await until('the failure is logged', () => says('the new worker cannot start: the old ones continue'));
    assert.match(String(says('the new worker cannot start: the old ones continue')?.reason), /ENOENT/);
    await assertReady();
  });

  it('are replaced when they are killed, as soon as it can be done', async () => {
    const [first = 0] = workerPids(service);
    process.kill(first, 'SIGKILL');
    await until('the replacement is tried', () => says('a worker cannot start, retrying'));
    await assertReady();
    renameSync(`${node}-gone`, node);
    await until('it is replaced', () => workerPids(service).length === 3);
    assert.deepEqual(
      logOf(service)
        .filter(({ msg }) => msg === 'a worker died, replacing it')
        .map(({ pid }) => pid),
      [first],
    );
    const answer = await service.request('POST', '/api/register', { body: registration() });
    assert.equal(answer.status, 201, answer.text);
  });

  it('stop as one', async () => {
    const startedMs = performance.now();
    assert.equal(await service.end('SIGTERM'), 0);
    assert.ok(performance.now() - startedMs < 10_000);
    assert.equal(workerPids(service).length, 3, 'nobody else was replaced');
    assert.ok(!workerPids(service).some(isAlive));
    const lines = service.output().trim().split('\n');
    const ofStop = lines.filter((line) => /"msg":"stop/.test(line));
    assert.equal(ofStop.length, 2, 'the primary alone says it');
    assert.match(String(ofStop[0]), /"signal":"SIGTERM","msg":"stopping: finishing work in progress"/);
    assert.match(String(lines.at(-1)), /"msg":"stopped"/);
  });
});

describe('several workers', () => {
  it('say once, in one line, what keeps them from starting', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    cleanUpAfter(t, () => holder.close());
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const service = await createServiceProcess(t, { settings: { WORKERS: '2', PORT: String(port) } });
    await assert.rejects(service.start(), /ended with 1: latchkey: port \d+ is already in use\.[^\n]*\n$/);
  });

  it('hash one password at a time each, at least, also where there are more of them than cores', async (t) => {
    for (const [cores, workers, each] of [
      [1, 2, 1],
      [2, 3, 1],
      [2, 64, 1],
      [4, 3, 2],
      [4, 1, 4],
    ] as const) {
      assert.equal(readConfig({ WORKERS: String(workers) }, cores).hashConcurrency, each, `${cores}/${workers}`);
    }
    const service = await startService(t, 'sqlite', { WORKERS: '64' });
    assert.equal((await service.request('POST', '/api/register', { body: registration() })).status, 201);
  });
});
