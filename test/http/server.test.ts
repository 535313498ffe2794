import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { forgeToken } from '../support/bearer-scenarios.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import { EVERY_FEATURE, FRONTEND_URL, loggedIn, registration, startService, verified } from '../support/service.ts';

/** What the service answers to bytes that no HTTP library would send. */
async function talk(url: string, bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.end(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { head, body };
}

describe('the server', () => {
  const service = sharedService('sqlite', EVERY_FEATURE);

  it('answers an unknown path with 404', async () => {
    for (const path of ['/api', '/api/', '/api/login/', '/API/login', '/api/me/1', '/nothing?token=x']) {
      const answer = await service().request('GET', path);
      assert.deepEqual([answer.status, answer.message], [404, 'Not found'], path);
    }
  });

  it('answers a wrong method with 405 and the right ones', async () => {
    const wrong = await service().request('DELETE', '/api/me');
    assert.deepEqual([wrong.status, wrong.message], [405, 'Method not allowed']);
    assert.deepEqual(wrong.headers.get('allow')?.split(', ').sort(), ['GET', 'HEAD', 'OPTIONS', 'PUT']);
    for (const { path, method } of ROUTES) {
      // One account, and what looks like one, is changed with PATCH.
      const isUser = /^\/api\/admin\/users\/[^/]+$/.test(path);
      const answer = await service().request(isUser ? 'PUT' : 'PATCH', path);
      assert.equal(answer.status, 405);
      assert.ok(answer.headers.get('allow')?.includes(method));
    }
  });

  it('answers a body above 64 KiB with 413, announced or not', async () => {
    const body = JSON.stringify({ email: 'x'.repeat(64 * 1024), password: 'x' });
    const announced = await service().request('POST', '/api/login', { body });
    assert.equal(announced.status, 413);
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`;
    const { head, body: answer } = await talk(
      service().url,
      `POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`,
    );
    assert.match(head, /^HTTP\/1\.1 413 /);
    assert.deepEqual(JSON.parse(answer), {
      status: 'error',
      message: 'Request body must be at most 64 KiB',
      data: null,
    });
  });

  it('takes a body of exactly 64 KiB', async () => {
    const padding = 'x'.repeat(64 * 1024 - '{"email":"","password":"x"}'.length);
    const body = `{"email":"${padding}","password":"x"}`;
    assert.equal(body.length, 64 * 1024);
    assert.equal((await service().request('POST', '/api/login', { body })).status, 401);
  });

  it('takes a request that announces no body like one with an empty body', async () => {
    const { accessToken } = await loggedIn(service());
    const own = { '/api/me': 'PUT', '/api/change-password': 'POST', '/api/refresh': 'POST', '/api/login': 'POST' };
    for (const [path, method] of Object.entries(own)) {
      const start = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${accessToken}\r\n`;
      const { head, body } = await talk(service().url, `${start}\r\n`);
      const withLength = await talk(service().url, `${start}Content-Length: 0\r\n\r\n`);
      assert.match(head, /^HTTP\/1\.1 [24]00 /, path);
      assert.deepEqual([head.split(' ')[1], body], [withLength.head.split(' ')[1], withLength.body], path);
    }
  });

  it('looks at the token before the body, however large that is', async () => {
    for (const path of ['/api/reset-password', '/api/change-password']) {
      const answer = await service().request('POST', path, { body: 'x'.repeat(70_000) });
      assert.deepEqual([answer.status, answer.message], [401, 'Bearer token is required']);
    }
  });

  it('reads JSON whatever the Content-Type says', async () => {
    const { email, password } = await verified(service());
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      ';;%',
      'application/json\ta',
      '__proto__',
    ];
    for (const type of types) {
      const answer = await service().request('POST', '/api/login', {
        body: { email, password },
        headers: { 'content-type': type },
      });
      assert.equal(answer.status, 200, type);
    }
  });

  it('is not harmed by __proto__ in a body, a header or a query', async () => {
    const body = `{"__proto__":{"password":"x","email":"a@b.c"},"constructor":1}`;
    const answer = await service().request('POST', '/api/login?__proto__=1', {
      body,
      headers: { __proto__: 'x' } as never,
    });
    assert.equal(answer.message, 'Email and password are required');
    await talk(service().url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n__proto__: x\r\nConnection: close\r\n\r\n');
    assert.equal((await service().request('GET', '/healthz')).status, 200);
  });

  it('sends its headers with every answer', async () => {
    for (const path of ['/healthz', '/nothing', '/api/me']) {
      const { headers } = await service().request('GET', path);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    }
  });

  it('challenges a missing and an invalid token as RFC 6750 says', async () => {
    const challenge = async (token?: string) =>
      (await service().request('GET', '/api/me', { token })).headers.get('www-authenticate') ?? '';
    assert.match(await challenge(), /^Bearer realm="latchkey"$/);
    assert.match(await challenge('x'), /^Bearer .*error="invalid_token"/);
  });

  it('answers 404 for a user that never was', async () => {
    const token = await forgeToken({ sub: '9007199254740991', purpose: 'auth' });
    assert.equal((await service().request('GET', '/api/me', { token })).message, 'User not found');
  });

  it('answers HEAD like GET, without the body', async () => {
    const { accessToken: token } = await loggedIn(service());
    const { status, text } = await service().request('HEAD', '/api/me', { token });
    assert.deepEqual([status, text], [200, '']);
  });

  it('answers an operation the same, however its path is spelled', async () => {
    const { accessToken: token } = await loggedIn(service());
    const spelled = async (path: string, options: object) => {
      const { status, text, headers } = await service().request('GET', path, options);
      const { route } = JSON.parse(service().logLines.findLast((line) => line.includes('"request"')) ?? '{}');
      const { date: _date, 'x-request-id': _id, ...others } = Object.fromEntries(headers);
      return { status, text, route, headers: others };
    };
    for (const options of [{ token }, { token: 'x' }, { token, headers: { origin: 'http://else.example' } }]) {
      const plain = await spelled('/api/me', options);
      assert.equal(plain.route, '/api/me');
      for (const path of ['/api/me?a=b', '/api/%6De']) assert.deepEqual(await spelled(path, options), plain, path);
    }
  });

  it('gives every request a name of its own, which the log knows', async () => {
    const names = new Set<string>();
    for (const path of ['/api/none', '/api/me', '/api/me?a=b', '/nothing']) {
      const name = (await service().request('GET', path)).headers.get('x-request-id') ?? '';
      assert.ok(service().logLines.some((line) => JSON.parse(line).requestId === name));
      names.add(name);
    }
    assert.equal(names.size, 4);
  });

  it('writes one log line a request, without the query', async () => {
    await service().request('GET', '/api/me?token=canary-in-the-query');
    const line = service().logLines.findLast((one) => one.includes('/api/me'));
    const { level, msg, method, route, status } = JSON.parse(line ?? '{}');
    assert.deepEqual([level, msg, method, route, status], [30, 'request', 'GET', '/api/me', 401]);
    assert.ok(!service().logLines.some((one) => one.includes('canary')));
  });
});

describe('calls from another origin', () => {
  const service = sharedService('sqlite', { CORS_ORIGINS: 'https://one.example, https://two.example' });
  const preflight = (origin: string) =>
    service().request('OPTIONS', '/api/me', { headers: { origin, 'access-control-request-method': 'PUT' } });

  it('are allowed for the origins that are listed, and only those', async () => {
    for (const origin of ['https://one.example', 'https://two.example']) {
      const { status, headers } = await preflight(origin);
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.match(headers.get('access-control-allow-methods') ?? '', /PUT/);
      assert.match(headers.get('access-control-allow-headers') ?? '', /Authorization/);
      assert.match(headers.get('vary') ?? '', /Origin/);
    }
    for (const origin of ['https://three.example', 'https://one.example.evil.example', 'null', FRONTEND_URL]) {
      const { headers } = await preflight(origin);
      assert.equal(headers.get('access-control-allow-origin'), null, origin);
      assert.match(headers.get('vary') ?? '', /Origin/);
    }
  });

  it('never carry credentials', async () => {
    assert.equal((await preflight('https://one.example')).headers.get('access-control-allow-credentials'), null);
  });

  it('may read the error code', async () => {
    const { headers } = await service().request('GET', '/api/me', { headers: { origin: 'https://one.example' } });
    assert.match(headers.get('access-control-expose-headers') ?? '', /X-Error-Code/);
  });
});

describe('calls from the frontend', () => {
  const service = sharedService('sqlite');
  it('are allowed without a setting', async () => {
    const { headers } = await service().request('GET', '/healthz', { headers: { origin: FRONTEND_URL } });
    assert.equal(headers.get('access-control-allow-origin'), FRONTEND_URL);
  });
});

describe('a failure that is not the client’s', () => {
  it('is answered with the operation’s own text, and told to the log only', async (t) => {
    const service = await startService(t, 'sqlite', EVERY_FEATURE);
    const token = (purpose: string) => forgeToken({ sub: '1', purpose, ver: 1 });
    const requests: [path: string, options: object, message: string][] = [
      ['POST /api/register', { body: registration() }, 'Server error'],
      ['POST /api/verify', { token: await token('account_verification') }, 'Server error'],
      ['POST /api/login', { body: { email: 'a@b.co', password: 'x' } }, 'Server error'],
      ['POST /api/refresh', { body: { refresh_token: 'x' } }, 'Server error'],
      ['POST /api/logout', { body: { refresh_token: 'x' } }, 'Server error, logout failed'],
      ['GET /api/me', { token: await token('auth') }, 'Server error. Please try again later.'],
      ['PUT /api/me', { token: await token('auth'), body: {} }, 'Server error. Please try again later.'],
      ['POST /api/forgot-password', { body: { email: 'a@b.co' } }, 'Server error. Please try again later.'],
      ['POST /api/reset-password', { token: await token('password_reset') }, 'Server error. Please try again later.'],
      ['POST /api/change-password', { token: await token('auth') }, 'Server error. Please try again later.'],
      ['POST /api/resend-verification', { body: { email: 'a@b.co' } }, 'Server error. Please try again later.'],
      ['POST /api/register/withdraw', { body: { email: 'a@b.co', password: 'x' } }, 'Server error'],
      ['POST /api/login/email', { body: { email: 'a@b.co' } }, 'Server error. Please try again later.'],
      ['POST /api/login/email/confirm', { body: { request: 'x', code: 'x' } }, 'Server error'],
      ['POST /api/login/passkey', { body: { credential: { id: 'x' } } }, 'Server error'],
    ];
    const withoutDatabase = [
      'POST /api/login/passkey/options',
      'GET /api/openid/interactions/:uid',
      'POST /api/openid/interactions/:uid/consent',
      'GET /api/identity/providers',
      'POST /api/identity/begin',
      // Without what a provider has said, nothing is looked up.
      'POST /api/identity/finish',
      'POST /api/login/identity',
      'POST /api/register/identity',
    ];
    for (const { method, path, operation } of ROUTES) {
      const route = `${method} ${path}`;
      if (withoutDatabase.includes(route) || requests.some(([listed]) => listed === route)) continue;
      assert.ok(operation.bearer, `${route} needs no token, so the list above must say what is sent`);
      requests.push([route, { token: await token(operation.bearer) }, operation.failure.message]);
    }
    // Every table is gone, as if someone had restored the wrong backup.
    for (const table of ['refresh_tokens', 'outbox', 'throttles', 'login_requests', 'users']) {
      await service.db.one(`ALTER TABLE ${table} RENAME TO lost_${table}`);
    }
    for (const [route, options, message] of requests) {
      const [method = '', path = ''] = route.split(' ');
      const answer = await service.request(method, path.replaceAll(/:\w+/g, '1'), options);
      assert.deepEqual([answer.status, answer.message], [500, message], route);
    }
    const causes = service.logLines.filter((line) => line.includes('"request failed"'));
    assert.equal(causes.length, requests.length);
    assert.ok(causes.every((line) => /no such table|does not exist/.test(line)));
    assert.equal((await service.request('GET', '/healthz')).status, 200);
  });
});
