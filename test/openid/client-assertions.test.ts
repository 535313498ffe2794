import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import * as jose from 'jose';
import { type AgentSite, MCP, startAgentSite, WITH_AGENTS } from '../support/agent.ts';
import type { Lifetime } from '../support/clean-up.ts';
import { type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { addOpenIdApp, Browser, REDIRECT_URI } from '../support/openid.ts';
import { FRONTEND_URL, type Service, startService } from '../support/service.ts';

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** A stranger with a server, and a private key that its document names. */
async function startStranger(t: Lifetime, kind: DatabaseKind) {
  const service = await startService(t, kind, WITH_AGENTS);
  const { publicKey, privateKey } = await jose.generateKeyPair('ES256');
  const site = await startAgentSite(t, {
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [{ ...(await jose.exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] },
  });
  const assertion = (claims: Record<string, unknown>) => {
    const { clientId: id } = site;
    const usual = { iss: id, sub: id, aud: FRONTEND_URL, jti: randomUUID(), exp: nowSeconds() + 60 };
    return new jose.CompactSign(Buffer.from(JSON.stringify({ ...usual, ...claims })))
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(privateKey);
  };
  return { service, site, assertion };
}

/** Each endpoint that a client proves itself at, and what it answers to one that did. */
const ENDPOINTS: Readonly<Record<string, { form: Record<string, string>; accepted: number }>> = {
  '/oidc/token': { form: { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT_URI }, accepted: 400 },
  '/oidc/token/introspection': { form: { token: 'x' }, accepted: 200 },
  '/oidc/token/revocation': { form: { token: 'x' }, accepted: 200 },
  '/oidc/request': {
    form: {
      ...{ response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid', resource: MCP },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    },
    accepted: 201,
  },
};

async function present({ url }: Service, { clientId }: AgentSite, path: string, assertion: string): Promise<number> {
  const response = await fetch(url + path, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      ...ENDPOINTS[path]?.form,
    }),
  });
  const text = await response.text();
  assert.ok(response.status < 500, text);
  return response.status;
}

const YEAR = 365 * 86_400;

const REFUSED: Readonly<Record<string, () => Record<string, unknown>>> = {
  'an end in ten minutes': () => ({ exp: nowSeconds() + 600 }),
  'an end in a year': () => ({ exp: nowSeconds() + YEAR }),
  'an end in 100 years': () => ({ exp: nowSeconds() + 100 * YEAR }),
  'an end that no database knows': () => ({ exp: 1e18 }),
  'an end beyond all numbers': () => ({ exp: Number.MAX_VALUE }),
  'an end within a second': () => ({ exp: nowSeconds() + 60.5 }),
  'an end that is a text': () => ({ exp: String(nowSeconds() + 60) }),
  'an end in the past': () => ({ exp: nowSeconds() - 60 }),
  'no end': () => ({ exp: undefined }),
  'an id that is too long': () => ({ jti: 'x'.repeat(257) }),
  'an id that is a number': () => ({ jti: 7 }),
  'an id that is true': () => ({ jti: true }),
  'an id that is a list': () => ({ jti: ['x'] }),
  'an id that is an object': () => ({ jti: { x: 'x' } }),
  'an empty id': () => ({ jti: '' }),
  'no id': () => ({ jti: undefined }),
};

const ages = async ({ db }: Service): Promise<number[]> =>
  (
    await db.all<{ atMs: number; nowMs: number }>('SELECT expires_at AS "atMs", now() AS "nowMs" FROM openid_records')
  ).map(({ atMs, nowMs }) => atMs - nowMs);

describeOnBothDatabases("a client's signed proof of who it is", (kind) => {
  for (const [path, { accepted }] of Object.entries(ENDPOINTS)) {
    it(`has a bounded end and id at ${path}, and is taken once`, async (t) => {
      const { service, site, assertion } = await startStranger(t, kind);
      for (const [what, claims] of Object.entries(REFUSED))
        assert.equal(await present(service, site, path, await assertion(claims())), 401, what);
      assert.deepEqual(await ages(service), [], 'nothing is kept of them');

      for (const jti of ['x', 'x'.repeat(256), 'é\u0000'])
        assert.equal(await present(service, site, path, await assertion({ jti, exp: nowSeconds() + 300 })), accepted);
      assert.ok(Math.max(...(await ages(service))) <= 330_000, 'five minutes, and what clocks may differ by');

      // With the same id, whether or not it is the same proof.
      const [one, other] = [await assertion({ jti: 'same' }), await assertion({ jti: 'same' })];
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, at) => present(service, site, path, at % 2 === 0 ? one : other)),
      );
      assert.deepEqual(
        answers.filter((status) => status !== 401),
        [accepted],
      );
      assert.equal(await present(service, site, path, one), 401);
    });
  }

  it('may have an id again once it has expired', async (t) => {
    const { service, site, assertion } = await startStranger(t, kind);
    assert.equal(await present(service, site, '/oidc/token', await assertion({ jti: 'x' })), 400);
    await service.clock.advance(90_000);
    assert.equal(await present(service, site, '/oidc/token', await assertion({ jti: 'x' })), 400);
  });
});

/** What anybody can send. */
const STRANGERS: Readonly<Record<string, (browser: Browser, clientId: string) => Promise<unknown>>> = {
  login: (browser, id) => browser.begin({ id, secret: undefined }),
  'login with a cookie of nobody': (browser, id) =>
    browser.get(loginOf(id), { cookie: `__Host-latchkey_openid=${randomUUID()}` }),
  'a silent login with a cookie of nobody': (browser, id) =>
    browser.get(`${loginOf(id)}&prompt=none`, { cookie: `__Host-latchkey_openid=${randomUUID()}` }),
  'a request that is wrong, with a cookie of nobody': (browser) =>
    browser.get('/oidc/auth', { cookie: `__Host-latchkey_openid=${randomUUID()}` }),
  'a long max_age': (browser, id) => browser.begin({ id, secret: undefined }, { max_age: '9007199254740991' }),
  logout: (browser) => browser.get('/oidc/logout?state=x'),
  'logout with a cookie of nobody': (browser, id) =>
    browser.get(`/oidc/logout?client_id=${id}`, { cookie: `__Host-latchkey_openid=${randomUUID()}` }),
  'a refused logout with a cookie of nobody': (browser) =>
    browser.get('/oidc/logout?client_id=x', { cookie: `__Host-latchkey_openid=${randomUUID()}` }),
  'a login that goes on, with a cookie of nobody': (browser) =>
    browser.get('/oidc/auth/x', { cookie: `__Host-latchkey_openid=${randomUUID()}` }),
  'a pushed request': (browser, client_id) =>
    browser.post('/oidc/request', { client_id, ...ENDPOINTS['/oidc/request']?.form, resource: '' }),
};

const loginOf = (id: string): string =>
  `/oidc/auth?${new URLSearchParams({
    ...{ client_id: id, response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  })}`;

describeOnBothDatabases('a row that a stranger causes', (kind) => {
  for (const [what, ask] of Object.entries(STRANGERS)) {
    it(`is kept for half an hour at most: ${what}`, async (t) => {
      const service = await startService(t, kind, WITH_AGENTS);
      const { id } = await addOpenIdApp(service);
      await ask(new Browser(service), id);
      assert.ok(Math.max(0, ...(await ages(service))) <= 30 * 60_000);
    });
  }
});
