import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { scrape } from '../support/metrics.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { isAlive, logOf, workerPids } from '../support/worker-log.ts';
import { report, rounds } from './load.ts';

const KEEP_ALIVE_CLIENTS = 6;
const PATIENCE_MS = 10_000;
/** Shorter than any drain, and long enough to leave the machine to others. */
const PAUSE_MS = 2;

/** Clients that keep their connections, as browsers and proxies do, and count what goes wrong. */
function startReading(service: ServiceProcess, path: string) {
  const counts = { done: 0, failed: [] as string[] };
  const stop = new AbortController();
  const read = (agent: Agent): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${service.url}${path}`, { agent, timeout: PATIENCE_MS }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      request
        .on('timeout', () => request.destroy(new Error('no answer')))
        .on('error', reject)
        .end();
    });
  const clients = Array.from({ length: KEEP_ALIVE_CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!stop.signal.aborted) {
      const outcome = await read(agent).catch((error: Error) => error.message);
      if (outcome === 200) counts.done += 1;
      else counts.failed.push(String(outcome));
      await setTimeout(PAUSE_MS);
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

const rollsDone = (service: ServiceProcess): number =>
  logOf(service).filter(({ msg }) => msg === 'all workers were replaced').length;

it('workers are replaced one by one on SIGHUP without a failed request, and their metrics go on', async (t) => {
  const metricsPort = await freePort();
  const settings = { WORKERS: '2', LOG_FORMAT: 'json', LOG_LEVEL: 'info', METRICS_PORT: String(metricsPort) };
  const service = await createServiceProcess(t, { settings });
  await service.start();
  await until('both serve', () => workerPids(service).length === 2);
  const reading = startReading(service, '/healthz');
  t.after(() => reading.stop());
  const untilMore = async (requests: number) => {
    const target = reading.counts.done + requests;
    await until(`${requests} more are answered`, () => reading.counts.done >= target, 60_000);
  };
  for (let round = 1; round <= rounds(1); round += 1) {
    await untilMore(100);
    const replaced = workerPids(service).slice(-2);
    service.child.kill('SIGHUP');
    await until('all workers were replaced', () => rollsDone(service) >= round, 60_000);
    assert.ok(!replaced.some(isAlive));
    assert.equal((await service.request('GET', '/readyz')).status, 200);
  }
  await untilMore(100);
  await reading.stop();
  const { done, failed } = reading.counts;
  const counts = { acknowledged: done, refused: 0, unknown: failed.length };
  report(t, 'workers replaced (SIGHUP)', { counts, violations: failed }, Array(rounds(1)).fill(0));
  assert.deepEqual(failed, []);
  assert.equal(workerPids(service).length, 2 * (rounds(1) + 1));
  // All of them added up, those that have ended included.
  const metrics = await scrape(metricsPort);
  assert.equal(metrics.get('latchkey_http_requests_total{method="GET",route="/healthz",status="200"}'), done);
  assert.equal(metrics.get('latchkey_processes'), 2);
});
