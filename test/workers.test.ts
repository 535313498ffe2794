import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createTestDatabase, type DatabaseKind, describeOnBothDatabases } from './support/databases.ts';
import { registration } from './support/service.ts';
import { createServiceProcess, type ServiceProcess } from './support/service-process.ts';

const KEEP_ALIVE_CLIENTS = 6;

async function startWithWorkers(t: TestContext, kind: DatabaseKind): Promise<ServiceProcess> {
  const { url } = await createTestDatabase(t, kind);
  const settings = { DATABASE_URL: url, WORKERS: '2', LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
  const service = await createServiceProcess(t, { settings });
  await service.start();
  while (workerPids(service).length < 2) await setTimeout(10);
  return service;
}

interface LogLine {
  readonly msg: string;
  readonly pid: number;
}
const logOf = (service: ServiceProcess): LogLine[] =>
  service
    .output()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Of all that ever served, the oldest first. */
const workerPids = (service: ServiceProcess): number[] =>
  logOf(service)
    .filter(({ msg }) => msg === 'a worker serves')
    .map(({ pid }) => pid);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Clients that keep their connections, as browsers and proxies do, and count what goes wrong. */
function startReading(service: ServiceProcess, path: string) {
  const counts = { done: 0, failed: [] as string[] };
  const stop = new AbortController();
  const read = (agent: Agent): Promise<number> =>
    new Promise((resolve, reject) => {
      httpRequest(`${service.url}${path}`, { agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      })
        .on('error', reject)
        .end();
    });
  const clients = Array.from({ length: KEEP_ALIVE_CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!stop.signal.aborted) {
      const outcome = await read(agent).catch((error: Error) => error.message);
      if (outcome === 200) counts.done += 1;
      else counts.failed.push(String(outcome));
    }
    agent.destroy();
  });
  return {
    counts,
    async stop() {
      stop.abort();
      await Promise.all(clients);
    },
  };
}

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
  it('are replaced one by one on SIGHUP without a failed request, and stop as one', async (t) => {
    const service = await startWithWorkers(t, 'sqlite');
    const reading = startReading(service, '/healthz');
    while (reading.counts.done < 100) await setTimeout(10);
    service.child.kill('SIGHUP');
    while (!logOf(service).some(({ msg }) => msg === 'all workers were replaced')) await setTimeout(20);
    const doneAtTheEnd = reading.counts.done;
    while (reading.counts.done < doneAtTheEnd + 100) await setTimeout(10);
    await reading.stop();
    assert.deepEqual(reading.counts.failed, []);
    assert.deepEqual(workerPids(service).map(isAlive), [false, false, true, true]);

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
});
