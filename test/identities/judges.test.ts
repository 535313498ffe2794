import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import Provider, { type ClientAuthMethod } from 'oidc-provider';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createTestDatabase } from '../support/databases.ts';
import { comeBack, person, register } from '../support/identities.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { FRONTEND_URL, type Service, startService } from '../support/service.ts';
import { createServiceProcess } from '../support/service-process.ts';

/** As it comes, with its own pages: the address and the name are at its userinfo endpoint alone. */
async function startOidcProvider(t: TestContext, secret: string, method: ClientAuthMethod) {
  // It warns of what is good enough for a test.
  for (const level of ['info', 'warn'] as const) t.mock.method(console, level, () => {});
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  cleanUpAfter(t, () => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUri = `${FRONTEND_URL}/login/callback/corp`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: 'latchkey', client_secret: secret, redirect_uris: [redirectUri] },
        token_endpoint_auth_method: method,
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a-key-of-cookies'] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@corp.example`, email_verified: true, name: 'Grace Hopper' }),
    }),
  });
  server.on('request', provider.callback());
  return issuer;
}

/** Goes where it is led, logs in and agrees; returns where that ends. */
async function throughOidcProvider(url: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const forms = [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }];
  let next = url;
  for (let steps = 0; steps < 10 && !next.startsWith(FRONTEND_URL); steps += 1) {
    const form = /\/interaction\//.test(next) ? forms.shift() : undefined;
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const body = form && { method: 'POST', body: new URLSearchParams(form as Record<string, string>) };
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie }, ...body });
    assert.equal(answer.status, 303, await answer.text());
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    next = new URL(answer.headers.get('location') ?? '', next).href;
  }
  return next;
}

describe('login with providers that we have not written', () => {
  for (const method of ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const)
    it(`works with oidc-provider, ${method} alone, and a client secret that has to be encoded`, async (t) => {
      const secret = 'a+b/c%3D:=&~a-secret-of-more-than-256-bits';
      const issuer = await startOidcProvider(t, secret, method);
      const settings = { OPENID_PROVIDERS: `Corp ${issuer} latchkey ${secret} corp.example` };
      const service = await startService(t, 'sqlite', settings);
      const finish = async () => {
        const { data } = await service.request('POST', '/api/identity/begin', { body: { provider: 'corp' } });
        const body = { flow: data.flow, address: await throughOidcProvider(data.url, 'grace') };
        return service.request('POST', '/api/identity/finish', { body });
      };
      const first = await finish();
      assert.equal(first.status, 200, first.text);
      assert.deepEqual(
        [first.data.next, first.data.email, first.data.full_name],
        ['register', 'grace@corp.example', 'Grace Hopper'],
      );
      const made = await register(service, first.data.ticket, { email: 'grace@corp.example' });
      assert.equal(made.data.account_status, 'ACTIVE');
      const { ticket } = (await finish()).data;
      const login = await service.request('POST', '/api/login/identity', { body: { ticket } });
      assert.equal(login.data.user.id, made.data.id);
    });
});

describe('two instances on one database', () => {
  it('share a login: begun at one, finished at the other, and its ticket works once at both together', async (t) => {
    const provider = await startIdentityProvider(t);
    const { url } = await createTestDatabase(t, 'postgres');
    const keys = { DATA_KEYS: 'one:kR8vZ1pW4xQ7mT2nB5cY9dF3gH6jL0sA' };
    const settings = { ...provider.settings, ...keys, DATABASE_URL: url };
    const [one, other] = [await createServiceProcess(t, { settings }), await createServiceProcess(t, { settings })];
    await Promise.all([one.start(), other.start()]);
    const who = person();
    const finished = async (from: Pick<Service, 'request'>, at: typeof from) => {
      const body = await comeBack(from, provider, who);
      return (await at.request('POST', '/api/identity/finish', { body })).data.ticket;
    };
    const made = await register(one, await finished(one, other), { email: who.email });
    assert.equal(made.data.account_status, 'ACTIVE');
    const ticket = await finished(other, one);
    const answers = await Promise.all(
      [one, other, one, other].map((at) => at.request('POST', '/api/login/identity', { body: { ticket } })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  });
});
