import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createTestDatabase } from '../support/databases.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { loggedIn, registration, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** In the message: what an operator needs of an error stands in the log, and nowhere else. */
const SAID = 'canary-in-the-message';
/** Everywhere else in an error: `detail` of PostgreSQL has the whole row, `parameters` what was sent. */
const HIDDEN = 'canary-beside-the-message';

function thrown(): Error {
  const cause = new AggregateError([new Error(HIDDEN)], HIDDEN);
  const row = { detail: HIDDEN, where: HIDDEN, parameters: [HIDDEN], query: HIDDEN, nested: { row: HIDDEN } };
  return Object.assign(new Error(SAID, { cause }), row);
}

it('an error that is thrown tells its message to the log alone, and nothing else to any exporter', async (t) => {
  const traces: string[] = [];
  const collector = createServer(async (request, response) => {
    traces.push(Buffer.concat(await request.toArray()).toString());
    response.end('{}');
  }).listen(0, '127.0.0.1');
  cleanUpAfter(t, () => collector.close());
  await once(collector, 'listening');

  const database = await createTestDatabase(t, 'sqlite');
  let failing: keyof RawDatabase | undefined;
  const failed: unknown[] = [];
  const open = (): RawDatabase => {
    const db = database.open();
    const unless = <A extends unknown[], R>(name: keyof RawDatabase, work: (...args: A) => Promise<R>) => {
      return async (...args: A): Promise<R> => {
        if (failing !== name) return work(...args);
        failed.push(name);
        throw thrown();
      };
    };
    const [one, all] = [unless('one', db.one), unless('all', db.all)] as unknown as [
      RawDatabase['one'],
      RawDatabase['all'],
    ];
    return { ...db, one, all, batch: unless('batch', db.batch), check: unless('check', db.check) };
  };
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
  const service = await startService(t, 'sqlite', settings, { ...database, open });
  const { accessToken: token, refreshToken: refresh_token, email, password } = await loggedIn(service);
  await service.emailsTo(email);

  const answers: string[] = [];
  for (const name of ['one', 'all', 'batch', 'check'] as const) {
    failing = name;
    const before = failed.length;
    for (const [method, path, body] of [
      ['POST', '/api/register', registration()],
      ['POST', '/api/login', { email, password }],
      ['POST', '/api/refresh', { refresh_token }],
      ['GET', '/api/me', undefined],
      ['PUT', '/api/me', { industry: 'Poetry' }],
      ['GET', '/readyz?verbose', undefined],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      answers.push(await response.text(), JSON.stringify([...response.headers]));
    }
    // Housekeeping and the queues, which nobody waits for.
    await service.clock.advance(61_000);
    await until('it was thrown', () => failed.length > before);
  }
  failing = undefined;
  const metrics = JSON.stringify(await service.metrics());
  await service.stop();

  const log = service.logLines.join('');
  assert.ok(log.includes(SAID) && /"request failed"/.test(log), 'the operator is told');
  assert.ok(traces.join('').includes('"key":"error.type"') && metrics.includes('latchkey_http_requests_total'));
  for (const [where, text] of Object.entries({ log, traces: traces.join(''), metrics, answers: answers.join('') })) {
    assert.ok(!text.includes(HIDDEN), `${HIDDEN}: ${where}`);
    assert.ok(where === 'log' || !text.includes(SAID), `${SAID}: ${where}`);
  }
});
