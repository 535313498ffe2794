import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { startTestServer, testConfig } from '../../src/test-server/test-server.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { type Answer, createClient } from '../support/client.ts';
import { runProgram } from '../support/command.ts';
import { send } from '../support/http-request.ts';
import { logIn, startService } from '../support/service.ts';

interface Made {
  readonly user: { readonly email: string; readonly account_status: string };
  readonly access_token: string;
  readonly refresh_token: string;
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
    for (const path of ['accounts', 'sessions', 'reset'])
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
});
