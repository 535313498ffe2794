import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { pino } from 'pino';
import type { Passwords } from '../../src/core/passwords/password-hashing.ts';
import { createSampler, createTracing } from '../../src/monitoring/tracing/tracing.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { registered, startService } from '../support/service.ts';

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  readonly status?: { code: number };
}

/** An OpenTelemetry collector, as far as it takes traces. */
async function startCollector(t: Lifetime) {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  cleanUpAfter(t, () => server.close());
  await once(server, 'listening');
  const spans = () =>
    received.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as ReceivedSpan[]);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, spans };
}

const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

describeOnBothDatabases('OTEL_EXPORTER_OTLP_ENDPOINT', (kind) => {
  it('gets a span for each request, with what it waited for below it, and nothing of a person', async (t) => {
    const collector = await startCollector(t);
    const service = await startService(t, kind, {
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'accounts', TRUST_PROXY: '127.0.0.1' },
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
    });
    const account = await registered(service);
    await service.emailsTo(account.email);
    const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    const login = (flags: string) =>
      service.request('POST', '/api/login', {
        body: { email: account.email, password: 'Wrong-one-1' },
        headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-${flags}` },
      });
    assert.equal((await login('01')).status, 401);
    assert.equal((await login('00')).status, 401, 'the caller does not want it recorded');
    await service.request('GET', `/nothing/${account.email}?token=secret`);
    const fromBalancer = { traceparent: `00-${'a'.repeat(32)}-${caller.spanId}-01` };
    for (const probe of ['/healthz', '/readyz', '/readyz?verbose'])
      assert.equal((await fetch(service.url + probe, { headers: fromBalancer })).status, 200);
    assert.match(service.logLines.join(''), new RegExp(`"route":"/api/login".*"traceId":"${caller.traceId}"`));
    await service.stop();

    const [first] = collector.received;
    assert.deepEqual(
      [first?.path, first?.headers['content-type'], first?.headers.authorization],
      ['/v1/traces', 'application/json', 'Bearer secret'],
    );
    const resource = JSON.parse(first?.body ?? '').resourceSpans[0].resource.attributes;
    assert.deepEqual(resource[0], { key: 'service.name', value: { stringValue: 'accounts' } });

    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [register] = named('POST /api/register');
    assert.ok(!spans.some(({ name, traceId }) => /healthz|readyz/.test(name) || traceId === 'a'.repeat(32)), 'a probe');
    const [logins, unknown] = [named('POST /api/login'), named('GET')];
    assert.equal(logins.length, 1);
    const [failed] = logins;
    assert.deepEqual(
      [failed?.traceId, failed?.parentSpanId, failed?.kind, failed?.status],
      [caller.traceId, caller.spanId, 2, undefined],
    );
    const { 'latchkey.request_id': requestId, ...described } = attributesOf(failed as ReceivedSpan);
    assert.match(String(requestId), /^[\da-f-]{36}$/);
    assert.deepEqual(described, {
      'http.request.method': 'POST',
      'http.route': '/api/login',
      'http.response.status_code': 401,
      'error.type': 'invalid_credentials',
    });
    assert.equal(attributesOf(unknown[0] as ReceivedSpan)['http.route'], undefined);

    const below = (parent: ReceivedSpan | undefined) =>
      spans.filter(({ parentSpanId, traceId }) => parentSpanId === parent?.spanId && traceId === parent?.traceId);
    assert.deepEqual(new Set(below(register).map(({ name }) => name)), new Set(['SELECT', 'argon2 hash', 'BATCH']));
    assert.ok(below(failed).some(({ name }) => name === 'argon2 verify'));
    const batch = below(failed).findLast(({ name }) => name === 'BATCH') as ReceivedSpan;
    assert.deepEqual(attributesOf(batch), {
      'db.system.name': kind === 'postgres' ? 'postgresql' : 'sqlite',
      'db.operation.name': 'BATCH',
      'db.operation.batch.size': 3,
    });
    const [sent] = named('smtp send');
    assert.deepEqual([sent?.kind, sent?.parentSpanId], [3, undefined]);
    assert.deepEqual(Object.keys(attributesOf(sent as ReceivedSpan)), ['server.address', 'server.port']);
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      assert.match(startTimeUnixNano, /^\d{19}$/);
      assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano));
    }
    const all = collector.received.map(({ body }) => body).join('');
    for (const personal of [account.email, account.phoneNumber, 'Lovelace', 'secret', 'Wrong-one', '127.0.0.1"'])
      assert.ok(!all.replaceAll('"stringValue":"127.0.0.1"', '').includes(personal), personal);
  });
});

it('OTEL_TRACES_SAMPLER decides by the caller, or by the id of the trace', () => {
  const digits = (at: number) =>
    Math.floor((at / 1000) * 16 ** 13)
      .toString(16)
      .padStart(13, '0');
  const ids = Array.from({ length: 1000 }, (_, at) => `${'a'.repeat(19)}${digits(at)}`);
  const share = (name: string, ratio: number, isSampled?: boolean) => {
    const caller = isSampled === undefined ? undefined : { traceId: ids[0] ?? '', spanId: '1', isSampled };
    const sampler = createSampler(name, ratio);
    return ids.filter((id) => sampler(id, caller)).length / ids.length;
  };
  assert.deepEqual([share('always_on', 0), share('always_off', 1), share('traceidratio', 0.25)], [1, 0, 0.25]);
  assert.deepEqual([share('traceidratio', 0), share('traceidratio', 1)], [0, 1]);
  for (const name of ['always_on', 'always_off', 'traceidratio']) {
    assert.equal(share(`parentbased_${name}`, 0.25), share(name, 0.25));
    assert.deepEqual([share(`parentbased_${name}`, 0.25, true), share(`parentbased_${name}`, 0.25, false)], [1, 0]);
  }
});

it('a password that is checked in a trace costs the same, for an unknown address too', async () => {
  const given: unknown[][] = [];
  const settings = { tracesUrl: 'http://127.0.0.1:1/v1/traces', otelExporterOtlpHeaders: [] };
  const sampling = { otelServiceName: 'x', otelTracesSampler: 'always_on', otelTracesSamplerArg: 1 };
  const tracing = createTracing({ ...settings, ...sampling }, 1, pino({ enabled: false }));
  const matches = async (...guess: unknown[]) => given.push(guess) === 0;
  const passwords = tracing.passwords({ matches } as unknown as Passwords);
  const client = { isDisconnected: false, requester: { address: null } };
  await passwords.matches('guess', undefined, client, 'the hash that stands in');
  assert.deepEqual(given, [['guess', undefined, client, 'the hash that stands in']]);
  await tracing.stop();
});
