import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { startTestServer, testConfig } from '../../src/test-server/test-server.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { type Answer, createClient } from '../support/client.ts';
import { runProgram, startProgram } from '../support/command.ts';
import { send } from '../support/http-request.ts';
import { logIn, startService } from '../support/service.ts';

interface Made {
  readonly user: { readonly email: string; readonly account_status: string };
  readonly access_token: string;
  readonly refresh_token: string;
}

async function started(t: Lifetime, environment: Record<string, string> = {}) {
  const server = await startTestServer(testConfig(environment, '0'), pino({ level: 'silent' }));
  cleanUpAfter(t, server.stop);
  const request = createClient(server.url);
  const post = (path: string, body: object = {}, token?: string) =>
    request('POST', path as '/test/accounts', { body, ...(token !== undefined && { token }) }) as Promise<
      // biome-ignore lint/suspicious/noExplicitAny: what only the test server answers is in no table.
      Answer<any>
    >;
  return { url: server.url, request, post };
}

describe('the test server', () => {
  it('is refused in production, and the service has none of its operations', async (t) => {
    const { code, stderr, stdout } = await runProgram(['test-server'], { NODE_ENV: 'production' });
    assert.match(stderr, /^latchkey: NODE_ENV=production: the test server .* is for tests only .*\n$/);
    assert.deepEqual([code, stdout], [1, '']);
    const wrong = await runProgram(['test-server', '--port=70000'], {});
    assert.deepEqual(
      [wrong.code, wrong.stderr],
      [2, 'latchkey: test-server: --port is a whole number from 0 to 65535, not "70000"\n'],
    );
    const { request } = await startService(t, 'sqlite');
    for (const path of ['accounts', 'sessions', 'logins', 'clock', 'failures', 'reset'])
      assert.equal((await request('POST', `/test/${path}`, { body: {} })).status, 404, path);
    assert.equal((await request('GET', '/test/emails')).status, 404);
  });

  it('is refused however production is spelled', () => {
    for (const NODE_ENV of ['Production', 'PRODUCTION', ' production ', 'production\r', 'prod', 'staging'])
      assert.throws(() => testConfig({ NODE_ENV }, '0'), /gives accounts to everyone/, JSON.stringify(NODE_ENV));
    for (const NODE_ENV of ['', 'test', ' development ', undefined]) testConfig({ NODE_ENV }, '0');
  });

  it('answers no page of another site, under no foreign name, and through no tunnel', async (t) => {
    const server = await startTestServer(testConfig({}, '0'), pino({ level: 'silent' }));
    cleanUpAfter(t, server.stop);
    const REFUSED = [
      [421, { host: 'evil.example' }],
      [421, { host: '127.0.0.1.evil.example' }],
      [403, { 'x-forwarded-for': '203.0.113.7' }],
      [403, { host: '203.0.113.7' }],
    ] as const;
    const CROSS_SITE = [
      [403, { origin: 'https://evil.example' }],
      [403, { origin: 'null' }],
      [403, { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
    ] as const;
    for (const [method, path] of [
      ['POST', '/test/accounts'],
      ['POST', '/test/sessions'],
      ['POST', '/test/logins'],
      ['POST', '/test/clock'],
      ['POST', '/test/failures'],
      ['GET', '/test/emails'],
      ['POST', '/test/reset'],
      ['GET', '/dev/inbox'],
    ] as const) {
      const cases = method === 'GET' ? REFUSED : [...REFUSED, ...CROSS_SITE];
      for (const [status, headers] of cases) {
        const answer = await send(method, `${server.url}${path}`, { headers, body: undefined });
        assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(headers)}`);
      }
    }
  });

  it('makes accounts and sessions without e-mails, lists e-mails, and forgets everything', async (t) => {
    // The database and the mail server of the application that is tested are none of its business.
    const environment = { DATABASE_URL: 'postgres://app@db.invalid/app', SMTP_URL: 'smtp://mail.invalid' };
    const server = await startTestServer(testConfig(environment, '0'), pino({ level: 'silent' }));
    cleanUpAfter(t, server.stop);
    const request = createClient(server.url);
    const make = (body: object, what = 'accounts') =>
      request('POST', `/test/${what}`, { body }) as Promise<Answer<Made>>;
    const emailsTo = async (address: string) =>
      (await request('GET', `/test/emails?to=${address}`)).data as { readonly links: string[] }[];
    const { data: admin } = await make({ email: 'Root@Example.com', role: 'ADMIN', password: 'any' });
    assert.equal((await request('GET', '/api/admin/users', { token: admin.access_token })).status, 200);
    await logIn({ request } as Parameters<typeof logIn>[0], { email: 'root@example.com', password: 'any' });
    const { data: asleep } = await make({ account_status: 'INACTIVE' });
    assert.deepEqual([asleep.user.account_status, asleep.access_token], ['INACTIVE', null]);
    assert.equal((await make({ email: asleep.user.email }, 'sessions')).status, 403);
    const { data: again } = await make({ email: 'root@example.com' }, 'sessions');
    assert.equal((await request('POST', '/api/refresh', { body: again })).status, 200);

    assert.equal((await make({ email: 'root@example.com' })).status, 409);
    assert.equal((await make({ emial: 'x@example.com' })).message, 'There is no member emial');
    assert.equal((await make({ role: 'ROOT' })).message, 'role must be one of USER, ADMIN');

    assert.deepEqual(await emailsTo(asleep.user.email), []);
    await request('POST', '/api/resend-verification', { body: { email: asleep.user.email } });
    const [email] = await emailsTo(asleep.user.email);
    assert.match(String(email?.links[0]), /\/verify\?token=/);

    assert.equal((await request('POST', '/test/reset')).status, 200);
    assert.deepEqual((await request('GET', '/test/emails')).data, []);
    assert.equal((await request('GET', '/api/me', { token: again.access_token })).status, 404);
    assert.equal((await make({ email: 'root@example.com' })).status, 201);
  });

  it('moves the time, by which everything goes, and goes back to the real one', async (t) => {
    const { request, post } = await started(t);
    const { data: made } = await post('/test/accounts', { email: 'ada@example.com' });
    const me = async (token: string) => (await request('GET', '/api/me', { token })).status;
    await post('/api/forgot-password', { email: 'ada@example.com' });
    const [email] = (await request('GET', '/test/emails')).data as { links: string[]; received_at: string }[];
    const reset = new URL(email?.links[0] ?? '').searchParams.get('token') ?? '';
    const before = Date.now();
    const { data, status } = await post('/test/clock', { advance: '14m' });
    assert.equal(status, 200);
    assert.ok(Math.abs(Date.parse(data.now) - before - 14 * 60_000) < 60_000, data.now);
    assert.equal(await me(made.access_token), 200);
    await post('/test/clock', { advance: '2m' });
    assert.equal(await me(made.access_token), 401, 'the access token has expired');
    const refreshed = await request('POST', '/api/refresh', { body: made });
    assert.equal(await me(String(refreshed.data.access_token)), 200);
    await post('/test/clock', { advance: '15m' });
    const renewed = { token: reset, body: { new_password: 'Analytical2' } };
    assert.equal((await request('POST', '/api/reset-password', renewed)).status, 401, 'the link has expired');
    await post('/test/clock', { advance: '7d' });
    assert.equal((await request('POST', '/api/refresh', { body: made })).status, 401, 'the session has ended');
    for (const advance of ['', '0s', '-5m', 'tomorrow', '9999d'])
      assert.match((await post('/test/clock', { advance })).message ?? '', /^advance must be a time from 1s/, advance);

    await post('/test/reset');
    await post('/test/accounts', { email: 'ada@example.com' });
    await post('/api/forgot-password', { email: 'ada@example.com' });
    const [later] = (await request('GET', '/test/emails')).data as { received_at: string }[];
    assert.ok(Math.abs(Date.parse(later?.received_at ?? '') - before) < 60_000, later?.received_at);
  });

  it('fails as it is told to', async (t) => {
    const { request, post } = await started(t);
    const email = 'ada@example.com';
    const { data: made } = await post('/test/accounts', { email });
    const login = async () => {
      const { status, headers } = await request('POST', '/api/login', { body: { email, password: made.password } });
      return [status, headers.get('x-error-code'), headers.get('retry-after')];
    };
    await post('/test/failures', { status: 429, path: '/api/login', times: 1, retry_after: 7 });
    assert.equal((await request('GET', '/api/me', { token: made.access_token })).status, 200, 'another path');
    assert.deepEqual(await login(), [429, 'too_many_attempts', '7']);
    assert.deepEqual(await login(), [200, null, null]);
    for (const [status, code] of [
      [503, 'overloaded'],
      [500, 'internal_error'],
    ] as const) {
      await post('/test/failures', { status });
      assert.deepEqual(await login(), [status, code, '1']);
      assert.deepEqual(await login(), [status, code, '1'], 'until told otherwise');
    }
    await post('/test/failures');
    assert.deepEqual(await login(), [200, null, null]);
    for (const [wrong, message] of [
      [{ status: 418 }, 'status must be one of 429, 500, 503'],
      [{ status: 503, times: 'often' }, 'times must be a whole number above 0'],
      [{ state: 503 }, 'There is no member state'],
      [{ '€': 1 }, 'There is no member ?'],
    ] as const)
      assert.equal((await post('/test/failures', wrong)).message, message);

    await post('/test/failures', { mail_is_down: true });
    await post('/api/forgot-password', { email });
    assert.deepEqual((await request('GET', '/test/emails')).data, []);
    await post('/test/failures');
    assert.equal(((await request('GET', '/test/emails')).data as object[]).length, 1, 'it was kept');
    await post('/test/failures', { status: 503, mail_is_down: true });
    await post('/test/reset');
    assert.equal((await post('/test/accounts', { email })).status, 201);
    await post('/api/forgot-password', { email });
    assert.equal(((await request('GET', '/test/emails')).data as object[]).length, 1, 'a reset ends failures');
  });

  it('logs people in at an app, which a reset keeps', async (t) => {
    const { url, request, post } = await started(t, { OPENID: 'on' });
    const email = 'ada@example.com';
    const { data: admin } = await post('/test/accounts', { role: 'ADMIN' });
    const settings = { name: 'Shop', redirect_uris: ['http://127.0.0.1:5173/callback'] };
    const { data: added } = await post('/api/admin/clients', settings, admin.access_token);
    const { client_secret } = added;
    const client_id = added.client.id;
    await post('/test/reset');
    const { data: made } = await post('/test/accounts', { email });

    const { data: tokens } = await post('/test/logins', { email, client_id, client_secret });
    const userinfo = async (token: string) => {
      const response = await fetch(`${url}/oidc/userinfo`, { headers: { authorization: `Bearer ${token}` } });
      return [response.status, ((await response.json()) as { email?: string }).email];
    };
    assert.deepEqual(await userinfo(tokens.access_token), [200, email]);
    assert.match(tokens.id_token, /^eyJ/);
    await post('/test/clock', { advance: '16m' });
    assert.deepEqual(await userinfo(tokens.access_token), [401, undefined], 'an app’s token expires too');
    const { data: later } = await post('/test/logins', { email, client_id, client_secret, amr: ['pwd', 'otp'] });
    assert.deepEqual(await userinfo(later.access_token), [200, email], 'a token from after the move');
    await post('/test/reset');
    await post('/test/accounts', { email });

    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const begin = { client_id, response_type: 'code', redirect_uri: settings.redirect_uris[0] ?? '', ...challenge };
    const parameters = new URLSearchParams({ ...begin, scope: 'openid', state: 'its own' });
    const { data: session } = await post('/test/sessions', { email });
    const from = { url: `${url}/oidc/auth?${parameters}`, access_token: session.access_token };
    const { data: ended } = await post('/test/logins', from);
    const callback = new URL(ended.callback_url);
    assert.equal(callback.origin + callback.pathname, begin.redirect_uri);
    assert.deepEqual([callback.searchParams.get('state'), callback.searchParams.has('code')], ['its own', true]);
    assert.equal((await request('POST', '/api/refresh', { body: session })).status, 200, 'the same session');

    for (const [wrong, message] of [
      [{ email }, /^client_id must be the id of an app/],
      [{ email, client_id: 'nobody' }, /^client_id must be the id of an app/],
      [{ email, url: 'here' }, /^url must be the address/],
      [{ email, url: `${url}/oidc/auth?client_id=nobody` }, /^\/oidc\/auth answers 400: ./],
      [{ email, client_id, client_secret: 'wrong' }, /^invalid_client: /],
      [{ email, client_id, client_secret, redirect_uri: 'http://127.0.0.1/' }, /^\/oidc\/auth answers 400: ./],
      [{ email: 'nobody@example.com', client_id }, /^User not found/],
    ] as const) {
      const refused = await post('/test/logins', wrong);
      assert.ok(refused.status >= 400 && refused.status < 500, refused.text);
      assert.match(refused.message ?? '', message);
    }
    assert.equal(made.user.email, email);
  });

  it('says that OpenID is off', async (t) => {
    const { post } = await started(t);
    const { status, message } = await post('/test/logins', { email: 'ada@example.com', client_id: 'shop' });
    assert.deepEqual([status, message], [404, 'There is no OpenID provider here: OPENID is off; set OPENID=on']);
  });

  it('has the apps of a file, also at the address of a frontend', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-apps-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'apps.json');
    const redirect_uris = ['http://localhost:5173/callback'];
    const clients = [
      { id: 'shop', name: 'Shop', type: 'public', redirect_uris },
      { id: 'desk', name: 'Desk', redirect_uris },
    ];
    writeFileSync(file, JSON.stringify({ clients }));
    const environment = { NODE_ENV: 'test', FRONTEND_URL: 'http://localhost:5173/auth' };
    const { child } = startProgram(['test-server', '--apply', file], environment);
    cleanUpAfter(t, () => void child.kill());
    assert.ok(child.stdout);
    const [line] = await once(child.stdout, 'data');
    const { url, client_secrets } = JSON.parse(String(line));
    assert.deepEqual(Object.keys(client_secrets), ['desk']);
    const logIntoApp = async (body: object) => {
      const response = await fetch(`${url}/test/logins`, { method: 'POST', body: JSON.stringify(body) });
      return { status: response.status, body: await response.text() };
    };
    const email = 'ada@example.com';
    for (const path of ['accounts', 'reset', 'accounts'])
      await fetch(`${url}/test/${path}`, { method: 'POST', body: JSON.stringify({ email }) });
    for (const app of [{ client_id: 'shop' }, { client_id: 'desk', client_secret: client_secrets.desk }]) {
      const { status, body } = await logIntoApp({ email, ...app });
      assert.equal(status, 201, body);
      assert.match(body, /"id_token":"eyJ/);
    }
    writeFileSync(file, '{"clients":[{}]}');
    const wrong = await runProgram(['test-server', '--apply', file], { NODE_ENV: 'test' });
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^latchkey: clients\[0\]\.id must be/);
  });
});
