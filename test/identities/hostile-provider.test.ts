import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { comeBack, finish, person, register, ticketOf } from '../support/identities.ts';
import { type Lies, startIdentityProvider } from '../support/identity-provider.ts';
import { sharedService } from '../support/scenarios.ts';
import { isQuickRun } from '../support/scope.ts';
import { FRONTEND_URL, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const seconds = () => Math.floor(Date.now() / 1000);

const REFUSED: Readonly<Record<string, Lies>> = {
  'another nonce': { claims: (honest) => ({ ...honest, nonce: 'another' }) },
  'no nonce': { claims: ({ nonce: _, ...honest }) => honest },
  'another audience': { claims: (honest) => ({ ...honest, aud: 'another-client' }) },
  'several audiences': { claims: (honest) => ({ ...honest, aud: ['latchkey-client', 'another-client'] }) },
  'another issuer': { claims: (honest) => ({ ...honest, iss: 'https://accounts.google.com' }) },
  'an expired token': { claims: (honest) => ({ ...honest, exp: seconds() - 120 }) },
  'no expiry': { claims: ({ exp: _, ...honest }) => honest },
  'no subject': { claims: ({ sub: _, ...honest }) => honest },
  'an endless subject': { claims: (honest) => ({ ...honest, sub: 'x'.repeat(256) }) },
  'a subject with line breaks': { claims: (honest) => ({ ...honest, sub: 'a\nb' }) },
  'no signature': { algorithm: 'none' },
  'the client secret as key': { algorithm: 'HS256' },
  'a key that is not published': { algorithm: 'another key' },
  'another issuer in the address': { callback: { iss: 'https://accounts.google.com' } },
  'another state': { callback: { state: 'another' } },
  'an unknown code': { callback: { code: 'another' } },
};

const provider = await startIdentityProvider({ after: () => {} });

describe('a hostile provider', () => {
  const service = sharedService('sqlite', provider.settings);
  beforeEach(() => {
    provider.lies = {};
  });

  const refused = (answer: { readonly headers: Headers }) => [
    answer.headers.get('x-error-code'),
    answer.headers.get('x-error-reason'),
  ];
  const post = (body: object) => service().request('POST', '/api/identity/finish', { body });

  for (const [name, lies] of Object.entries(REFUSED)) {
    it(`is refused: ${name}`, async () => {
      provider.lies = lies;
      assert.deepEqual(refused(await finish(service(), provider, person())), ['invalid_identity', null]);
      provider.lies = {};
      assert.equal((await finish(service(), provider, person())).status, 200);
    });
  }

  for (const at of ['/token', '/jwks'])
    for (const answers of ['never', 'drop by drop', 'endlessly', 'with 500', 'elsewhere'] as const) {
      const waits = answers === 'never' || answers === 'drop by drop';
      it(`that answers ${answers} at ${at} does not get far, soon`, { skip: waits && isQuickRun }, async (t) => {
        const fresh = await startIdentityProvider(t);
        const other = await startService(t, 'sqlite', fresh.settings);
        const body = await comeBack(other, fresh, person());
        fresh.lies = { answers, at };
        const began = Date.now();
        const { status } = await other.request('POST', '/api/identity/finish', { body });
        assert.equal(status, answers === 'elsewhere' ? 401 : 503);
        assert.ok(Date.now() - began < 8000);
        assert.ok(!fresh.asked.includes('/elsewhere'));
      });
    }

  it('that answers twice is taken by its first word', async () => {
    provider.lies = { answers: 'twice' };
    const who = person();
    const ticket = await ticketOf(service(), provider, who);
    assert.equal((await register(service(), ticket, { email: who.email })).status, 201);
    const made = await service().db.all('SELECT subject FROM identities');
    assert.deepEqual(made, [{ subject: who.sub }]);
  });

  it('whose user has changed their mind leads back', async () => {
    provider.lies = { callback: { error: 'access_denied' } };
    assert.deepEqual(refused(await finish(service(), provider, person())), ['invalid_identity', 'cancelled']);
  });

  it('that takes a code twice still opens an account once', async () => {
    provider.lies = { takesTwice: true };
    const who = person();
    const body = await comeBack(service(), provider, who);
    const [first, second] = [await post(body), await post(body)];
    assert.deepEqual([first.status, second.status], [200, 200]);
    const { ticket } = first.data;
    const fields = { full_name: 'Eve', industry: 'Law', phone_number: '+44 1', email: who.email };
    await service().request('POST', '/api/register/identity', { body: { ticket, ...fields } });
    const logIn = (one: string) => service().request('POST', '/api/login/identity', { body: { ticket: one } });
    assert.deepEqual([(await logIn(ticket)).status, (await logIn(second.data.ticket)).status], [200, 401]);
  });

  it('is asked by the page that has begun alone, within ten minutes', async () => {
    const [mine, theirs] = [
      await comeBack(service(), provider, person()),
      await comeBack(service(), provider, person()),
    ];
    assert.deepEqual(refused(await post({ flow: mine.flow, address: theirs.address })), ['invalid_identity', null]);
    assert.deepEqual(refused(await post({ flow: 'made up', address: mine.address })), ['invalid_identity', null]);
    const elsewhere = mine.address.replace('/callback/corp', '/callback/google');
    assert.deepEqual(refused(await post({ flow: mine.flow, address: elsewhere })), ['invalid_identity', null]);
    const ticket = await ticketOf(service(), provider, person());
    assert.deepEqual(refused(await post({ flow: ticket, address: mine.address })), ['invalid_identity', null]);
    await service().clock.advance(10 * 60_000);
    assert.deepEqual(refused(await post(mine)), ['invalid_identity', 'expired']);
    const login = await service().request('POST', '/api/login/identity', { body: { ticket } });
    assert.deepEqual(refused(login), ['invalid_identity', 'expired']);
  });

  it('is told nothing that it could use: the address has no verifier, and state and nonce are new each time', async () => {
    const begin = () => service().request('POST', '/api/identity/begin', { body: { provider: 'corp' } });
    const [one, other] = [(await begin()).data, (await begin()).data];
    const [asked, again] = [new URL(one.url).searchParams, new URL(other.url).searchParams];
    assert.equal(asked.get('code_challenge_method'), 'S256');
    assert.equal(asked.get('redirect_uri'), `${FRONTEND_URL}/login/callback/corp`);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.notEqual(asked.get(name), again.get(name));
      assert.ok(!one.flow.includes(asked.get(name) ?? ''));
    }
  });
});

describe('a provider whose metadata are wrong', () => {
  for (const [name, lies] of Object.entries<Lies>({
    'of another issuer': { metadata: (honest) => ({ ...honest, issuer: 'https://accounts.google.com' }) },
    'without a page to log in': { metadata: ({ authorization_endpoint: _, ...honest }) => honest },
    'with a script instead of that page': {
      metadata: (honest) => ({ ...honest, authorization_endpoint: 'javascript:alert(1)' }),
    },
    'with 500': { answers: 'with 500', at: DISCOVERY },
    endless: { answers: 'endlessly', at: DISCOVERY },
    elsewhere: { answers: 'elsewhere', at: DISCOVERY },
  })) {
    it(`is unavailable: ${name}`, async (t) => {
      const provider = await startIdentityProvider(t);
      const service = await startService(t, 'sqlite', provider.settings);
      provider.lies = lies;
      const begin = () => service.request('POST', '/api/identity/begin', { body: { provider: 'corp' } });
      assert.equal((await begin()).status, 503);
      assert.ok(!provider.asked.includes('/elsewhere'));
      provider.lies = {};
      assert.equal((await begin()).status, 200);
    });
  }

  it('holds up few of its own, and nobody elsewhere, where it does not answer', { skip: isQuickRun }, async (t) => {
    const [slow, other] = [await startIdentityProvider(t), await startIdentityProvider(t, 'Other')];
    const both = `${slow.settings.OPENID_PROVIDERS}, ${other.settings.OPENID_PROVIDERS}`;
    const service = await startService(t, 'sqlite', { OPENID_PROVIDERS: both });
    slow.lies = { answers: 'never', at: DISCOVERY };
    const begin = async (provider: string) =>
      (await service.request('POST', '/api/identity/begin', { body: { provider } })).headers.get('x-error-code');
    const waiting = Array.from({ length: 60 }, () => begin('corp'));
    await until('it is asked', () => slow.asked.length > 0);
    assert.equal(await begin('other'), null);
    const answers = await Promise.all(waiting);
    assert.deepEqual(answers, Array(60).fill('provider_unavailable'));
    assert.equal(slow.asked.length, 1);
  });

  it('holds up nobody else because one client waits for it fifty times', { skip: isQuickRun }, async (t) => {
    const provider = await startIdentityProvider(t);
    const service = await startService(t, 'sqlite', { ...provider.settings, TRUST_PROXY: '127.0.0.1' });
    const post = async (body: object, client: string) => {
      const headers = { 'x-forwarded-for': client };
      const answer = await service.request('POST', '/api/identity/finish', { body, headers });
      return answer.headers.get('x-error-code');
    };
    const flows = await Promise.all(Array.from({ length: 51 }, () => comeBack(service, provider, person())));
    provider.lies = { answers: 'never' };
    const [own, ...others] = flows;
    const refused = others.map((body) => post(body, '192.0.2.1'));
    await until('half of the places are taken', () => provider.asked.filter((path) => path === '/token').length === 25);
    provider.lies = {};
    assert.equal(await post(own ?? {}, '192.0.2.2'), null);
    assert.equal((await Promise.all(refused)).filter((one) => one === 'overloaded').length, 25);
  });

  it('never leads to addresses of our own network', async (t) => {
    const provider = await startIdentityProvider(t);
    const settings = { ...provider.settings, DELIVERY_NETWORKS: '127.0.0.1' };
    const service = await startService(t, 'sqlite', settings);
    provider.lies = { metadata: (honest) => ({ ...honest, token_endpoint: 'http://169.254.169.254/token' }) };
    assert.equal((await finish(service, provider, person())).status, 503);
  });
});

describe('login with providers, where there are none', () => {
  it('is not there', async (t) => {
    const { url } = await startService(t, 'sqlite');
    for (const path of ['/api/identity/begin', '/api/login/identity', '/api/me/identities', '/login/callback/corp'])
      assert.equal((await fetch(url + path, { method: 'POST', body: '{}' })).status, 404, path);
  });
});
