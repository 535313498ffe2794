import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { freePort } from '../support/free-port.ts';
import { scrape } from '../support/metrics.ts';
import { registration } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

const requests = (method: string, route: string, status: number) =>
  `latchkey_http_requests_total{method="${method}",route="${route}",status="${status}"}`;

/**
 * With the embedded database: the statements behind the metrics are tested on both by delivery.test.ts and
 * admin-metrics.test.ts.
 */
describe('METRICS_PORT', () => {
  it('tells what was asked, answered, hashed and mailed, and serves nothing else', async (t) => {
    const port = await freePort();
    const service = await createServiceProcess(t, { settings: { METRICS_PORT: String(port) } });
    await service.start();
    assert.equal((await service.request('POST', '/api/register', { body: registration() })).status, 201);
    for (const path of ['/api/me', '/api/me?a=b', '/api/%6De']) await service.request('GET', path);
    for (const path of ['/nothing/1', '/nothing/2']) await service.request('GET', path);
    await until(
      'the e-mail is counted',
      async () => (await scrape(port)).get('latchkey_emails_total{outcome="sent"}') === 1,
    );

    const samples = await scrape(port);
    const expected = {
      [requests('POST', '/api/register', 201)]: 1,
      [requests('GET', '/api/me', 401)]: 3,
      // Whatever strangers ask for is one line, so that they cannot fill the memory with names.
      [requests('GET', 'unknown', 404)]: 2,
      'latchkey_http_request_duration_seconds_count{method="GET",route="/api/me"}': 3,
      'latchkey_http_request_duration_seconds_bucket{method="GET",route="/api/me",le="+Inf"}': 3,
      'latchkey_password_hashes_total{outcome="done"}': 1,
      'latchkey_password_hashes_total{outcome="refused"}': 0,
      latchkey_password_hashes_running: 0,
      latchkey_password_hashes_waiting: 0,
      'latchkey_outbox_emails{state="waiting"}': 0,
      'latchkey_outbox_emails{state="dead"}': 0,
      latchkey_outbox_oldest_waiting_seconds: 0,
      latchkey_processes: 1,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, samples.get(name)])), expected);
    assert.ok(Number(samples.get('process_resident_memory_bytes')) > 50 * 2 ** 20);
    assert.ok(Number(samples.get('process_cpu_seconds_total')) > 0);

    const hashed = 'latchkey_http_request_duration_seconds_bucket{method="POST",route="/api/register",le="';
    const buckets = [...samples].filter(([name]) => name.startsWith(hashed)).map(([, count]) => count);
    assert.deepEqual(
      buckets,
      buckets.toSorted((one, other) => one - other),
      'each bucket holds what the ones before it hold',
    );
    assert.equal(buckets.at(-1), 1, 'the last one holds all');
    assert.ok(Number(samples.get(`${hashed}0.001"}`)) === 0, 'no hash takes less than a millisecond');

    // That port serves nothing else, and the other one no metrics.
    const status = async (path: string, method = 'GET') =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
    assert.deepEqual([await status('/'), await status('/api/me'), await status('/metrics', 'POST')], [404, 404, 405]);
    assert.equal((await service.request('GET', '/metrics')).status, 404);
  });

  it('that is taken is told in one line', async (t) => {
    const holder = createServer().listen(0, '127.0.0.1');
    cleanUpAfter(t, () => holder.close());
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const service = await createServiceProcess(t, { settings: { METRICS_PORT: String(port) } });
    await assert.rejects(
      service.start(),
      new RegExp(`ended with 1: latchkey: METRICS_PORT ${port} of 127\\.0\\.0\\.1 cannot be used: [^\\n]*\\n$`),
    );
  });
});
