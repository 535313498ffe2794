import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../src/config.ts';
import { createTestDatabase, type DatabaseKind, describeOnBothDatabases } from './support/databases.ts';
import { registration, startService } from './support/service.ts';
import { createServiceProcess, type ServiceProcess } from './support/service-process.ts';
import { logOf, workerPids } from './support/worker-log.ts';

async function startWithWorkers(t: TestContext, kind: DatabaseKind): Promise<ServiceProcess> {
  const { url } = await createTestDatabase(t, kind);
  const settings = { DATABASE_URL: url, WORKERS: '2', LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
  const service = await createServiceProcess(t, { settings });
  await service.start();
  while (workerPids(service).length < 2) await setTimeout(10);
  return service;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describeOnBothDatabases('WORKERS=2', (kind) => {
  it('replaces a worker that is killed', async (t) => {
    const service = await startWithWorkers(t, kind);
    const [first = 0] = workerPids(service);
    process.kill(first, 'SIGKILL');
    while (workerPids(service).length < 3) await setTimeout(10);
    assert.ok(logOf(service).some(({ msg, pid }) => msg === 'a worker died, and is replaced' && pid === first));
    const answer = await service.request('POST', '/api/register', { body: registration() });
    assert.equal(answer.status, 201, answer.text);
  });
});

describe('several workers', () => {
  it('stop as one', async (t) => {
    const service = await startWithWorkers(t, 'sqlite');
    const startedMs = performance.now();
    assert.equal(await service.end('SIGTERM'), 0);
    assert.ok(performance.now() - startedMs < 10_000);
    assert.ok(!workerPids(service).some(isAlive));
  });

  it('say once, in one line, what keeps them from starting', async (t) => {
    const other = await createServiceProcess(t);
    await other.start();
    const service = await createServiceProcess(t, { settings: { WORKERS: '2', PORT: new URL(other.url).port } });
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
