import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants, copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createEmptyDatabase, type DatabaseKind } from '../support/databases.ts';
import { registration, startService } from '../support/service.ts';
import { createServiceProcess, type ServiceProcess, type ServiceProcessOptions } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { logOf, workerPids } from '../support/worker-log.ts';

async function startWithWorkers(
  t: TestContext,
  kind: DatabaseKind,
  options: Pick<ServiceProcessOptions, 'node'> = {},
): Promise<ServiceProcess> {
  const { url } = await createEmptyDatabase(t, kind);
  const settings = { DATABASE_URL: url, WORKERS: '2', LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
  const service = await createServiceProcess(t, { ...options, settings });
  await service.start();
  await until('both serve', () => workerPids(service).length === 2);
  return service;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The one that has served for longest; another one takes its place. */
async function killOne(service: ServiceProcess): Promise<void> {
  const [first = 0] = workerPids(service);
  process.kill(first, 'SIGKILL');
  await until('a third serves', () => workerPids(service).length === 3);
  assert.ok(logOf(service).some(({ msg, pid }) => msg === 'a worker died, and is replaced' && pid === first));
  const answer = await service.request('POST', '/api/register', { body: registration() });
  assert.equal(answer.status, 201, answer.text);
}

describe('several workers', () => {
  it('leave SIGHUP to the primary, are replaced when they are killed, and stop as one', async (t) => {
    const service = await startWithWorkers(t, 'sqlite');
    const [first = 0, second = 0] = workerPids(service);
    // A service manager may send it to all processes.
    for (const pid of [first, second]) process.kill(pid, 'SIGHUP');
    for (let look = 0; look < 10; look += 1) assert.equal((await service.request('GET', '/readyz')).status, 200);
    assert.ok([first, second].every(isAlive));

    await killOne(service);
    const startedMs = performance.now();
    assert.equal(await service.end('SIGTERM'), 0);
    assert.ok(performance.now() - startedMs < 10_000);
    assert.ok(!workerPids(service).some(isAlive));
    assert.equal(workerPids(service).length, 3, 'nobody but the one that was killed was replaced');
    assert.deepEqual(
      logOf(service)
        .filter(({ msg }) => msg.includes('died'))
        .map(({ pid }) => pid),
      [first],
    );
    const lines = service.output().trim().split('\n');
    const ofStop = lines.filter((line) => /"msg":"stop/.test(line));
    assert.equal(ofStop.length, 2, 'the primary alone says it');
    assert.match(String(ofStop[0]), /"signal":"SIGTERM","msg":"stopping: what was begun is finished"/);
    assert.match(String(lines.at(-1)), /"msg":"stopped"/);
  });

  it('are replaced when they are killed, on PostgreSQL', async (t) => {
    await killOne(await startWithWorkers(t, 'postgres'));
  });

  it('go on while no new one can be spawned, and are replaced once it can', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-node-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const node = join(folder, 'node');
    copyFileSync(process.execPath, node, constants.COPYFILE_FICLONE);
    const service = await startWithWorkers(t, 'sqlite', { node });
    const says = (text: string) => logOf(service).find(({ msg }) => msg === text);

    renameSync(node, `${node}-gone`);
    service.child.kill('SIGHUP');
    await until('the failure is logged', () => says('the new worker cannot start: the old ones go on'));
    assert.match(String(says('the new worker cannot start: the old ones go on')?.reason), /ENOENT/);
    assert.equal((await service.request('GET', '/readyz')).status, 200);
    // One that dies meanwhile is tried for until it can be replaced.
    const [first = 0, second = 0] = workerPids(service);
    process.kill(first, 'SIGKILL');
    await until('the replacement is tried', () => says('a worker cannot start, and is tried again'));
    assert.equal((await service.request('GET', '/readyz')).status, 200);

    renameSync(`${node}-gone`, node);
    await until('it is replaced', () => workerPids(service).length === 3);
    service.child.kill('SIGHUP');
    await until('all are replaced', () => says('all workers were replaced'));
    assert.ok(!isAlive(second));
    assert.equal((await service.request('GET', '/readyz')).status, 200);
    assert.equal(await service.end('SIGTERM'), 0);
  });

  it('say once, in one line, what keeps them from starting', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    cleanUpAfter(t, () => holder.close());
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const service = await createServiceProcess(t, { settings: { WORKERS: '2', PORT: String(port) } });
    await assert.rejects(service.start(), /ended: latchkey: port \d+ is already in use\.[^\n]*\n$/);
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
