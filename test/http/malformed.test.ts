import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startHttpServer } from '../support/http-server.ts';
import { answersIn, rawClient } from '../support/raw-client.ts';
import { sharedService } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const LOGIN = 'POST /api/login HTTP/1.1\r\nHost: x\r\n';

interface Case {
  readonly name: string;
  readonly bytes: string;
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly route?: string;
}

const CASES: readonly Case[] = [
  { name: 'a path that cannot be decoded', bytes: 'GET /%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' },
  { name: 'a truncated escape', bytes: 'GET /api/me%2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' },
  { name: 'no HTTP at all', bytes: 'GARBAGE\r\n\r\n' },
  { name: 'a TLS greeting', bytes: '\x16\x03\x01\x02\x00\r\n\r\n' },
  { name: 'a line that ends in LF alone', bytes: 'GET /healthz HTTP/1.1\nHost: x\n\n' },
  { name: 'a length that is no number', bytes: 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n' },
  { name: 'two lengths', bytes: `${LOGIN}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}` },
  { name: 'a length beside chunks', bytes: `${LOGIN}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n` },
  { name: 'a tunnel', bytes: 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n' },
  {
    name: 'no Host',
    bytes: 'GET /api/me HTTP/1.1\r\nConnection: close\r\n\r\n',
    message: 'Host header is required',
    route: '/api/me',
  },
  {
    name: 'a chunk that is none',
    bytes: `${LOGIN}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    route: '/api/login',
  },
  {
    name: 'trailers that are too large',
    bytes: `${LOGIN}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
    message: 'Request headers are too large',
    route: '/api/login',
  },
  ...['Host: y', 'host: x', 'HOST:'].map((second) => ({
    name: `a second Host (${second})`,
    bytes: `GET /api/me HTTP/1.1\r\nHost: x\r\n${second}\r\nConnection: close\r\n\r\n`,
    route: '/api/me',
  })),
  { name: 'an asterisk for a path', bytes: 'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' },
  {
    name: 'headers that are too large',
    bytes: `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
    message: 'Request headers are too large',
  },
].map((one) => ({ status: 400, code: 'bad_request', message: 'Bad request', ...one }));

const HEADERS: Readonly<Record<string, RegExp>> = {
  'cache-control': /^no-store$/,
  'content-type': /^application\/json; charset=utf-8$/,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'referrer-policy': /^no-referrer$/,
  'x-content-type-options': /^nosniff$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
  vary: /^Origin$/,
};

describe('malformed HTTP', () => {
  const service = sharedService('sqlite');
  for (const { name, bytes, status, code, message, route = 'unknown' } of CASES) {
    it(`${name}: ${status}, with the headers, request id and log line of every answer`, async (t) => {
      const client = await rawClient(t, service().url);
      client.write(bytes);
      await client.gone();
      const answers = answersIn(client.heard());
      assert.equal(answers.length, 1, client.heard());
      const [{ headers, ...answer } = assert.fail()] = answers;
      assert.equal(answer.status, status);
      assert.deepEqual(JSON.parse(answer.body), { status: 'error', message, data: null });
      assert.equal(headers.get('x-error-code'), code);
      for (const [header, pattern] of Object.entries(HEADERS)) assert.match(headers.get(header) ?? '', pattern, header);
      const lines = service().logLines.map((line) => JSON.parse(line));
      const line = lines.find(({ requestId }) => requestId === headers.get('x-request-id'));
      assert.deepEqual([line?.msg, line?.route, line?.status], ['request', route, status]);
    });
  }
});

describe('malformed HTTP in the metrics', () => {
  it('is counted like any other request', async (t) => {
    const { url, answered } = await startHttpServer(t, []);
    const client = await rawClient(t, url);
    client.write('GARBAGE\r\n\r\n');
    await client.gone();
    assert.deepEqual(
      answered.map(({ method, route, status }) => [method, route, status]),
      [['unknown', 'unknown', 400]],
    );
  });
});

describe('a tunnel that is asked for', () => {
  it('and reset at once ends its own connection, and nothing else', async (t) => {
    const { url, server } = await startHttpServer(t, []);
    const client = await rawClient(t, url);
    client.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
    await client.hears(/^HTTP\/1\.1 400 /);
    client.resetAndDestroy();
    await until('the connection is freed', async () => (await server.connections()) === 0);
    assert.equal((await fetch(url)).status, 404);
  });
});

describe('a wrong method', () => {
  const service = sharedService('sqlite');
  it('is answered with 405, however the path is spelled', async (t) => {
    for (const target of [
      '/api/register',
      '/api/register#f',
      '/api/%72egister',
      '/api/register?x=1',
      'http://x/api/register',
    ]) {
      const client = await rawClient(t, service().url);
      client.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      await client.gone();
      const [answer] = answersIn(client.heard());
      assert.deepEqual([answer?.status, answer?.headers.get('allow')], [405, 'POST, OPTIONS'], target);
    }
  });
});

describe('a request over HTTP/1.0', () => {
  const service = sharedService('sqlite');
  it('with a Transfer-Encoding ends its connection, whatever it asks for', async (t) => {
    const client = await rawClient(t, service().url);
    client.write(
      'POST /api/login HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n' +
        '2\r\n{}\r\n0\r\n\r\n' +
        'GET /healthz HTTP/1.0\r\n\r\n',
    );
    await client.gone();
    const answers = answersIn(client.heard());
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('connection')]),
      [[400, 'close']],
    );
  });
  it('is kept alive on demand without one', async (t) => {
    const client = await rawClient(t, service().url);
    const request = 'GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n';
    client.write(request);
    await client.hears(/Healthy/);
    client.write(request);
    await client.hears(/Healthy[\s\S]*Healthy/);
  });
});

describe('a connection that is refused or too slow is gone a second later, though its client never closes it', () => {
  const BODY_MISSING = `${LOGIN}Content-Length: 50\r\n\r\n`;
  const cases: Record<string, readonly [bytes: string, heard: RegExp]> = {
    'nothing was sent': ['', /^HTTP\/1\.1 408 /],
    'half a request line': ['POST /api/lo', /^HTTP\/1\.1 408 /],
    'half the headers': [LOGIN, /^HTTP\/1\.1 408 /],
    'half a body': [`${BODY_MISSING}{"email":`, /^HTTP\/1\.1 408 [\s\S]*"Request timeout"/],
    'no body, and an answer that needs none': [BODY_MISSING.replace('login', 'reset-password'), /^HTTP\/1\.1 401 /],
    garbage: ['GARBAGE\r\n\r\n', /^HTTP\/1\.1 400 /],
    'a body that is too large': [
      `${LOGIN}Content-Length: 9999999\r\n\r\n${'x'.repeat(100_000)}`,
      /^(HTTP\/1\.1 413 |$)/,
    ],
  };
  it('and leaves room for others', async (t) => {
    const service = await startService(t, 'sqlite', { REQUEST_TIMEOUT: '1s', MAX_CONNECTIONS: '14' });
    const clients = await Promise.all(
      Object.entries(cases).flatMap(([name, [bytes, heard]]) =>
        [1, 2].map(async () => {
          const client = await rawClient(t, service.url);
          client.write(bytes);
          return { name, heard, client };
        }),
      ),
    );
    // All places are taken, and nobody gives one back of their own accord.
    await until('a free place', () =>
      service.request('GET', '/healthz').then(
        () => true,
        () => false,
      ),
    );
    for (const { name, heard, client } of clients) {
      await client.gone();
      // What a client writes after the end is answered with a reset, which is how one that never reads notices.
      await until(`${name}: the end`, () => {
        if (!client.destroyed) client.write('x');
        return client.destroyed;
      });
      assert.match(client.heard(), heard, name);
    }
  });
});
