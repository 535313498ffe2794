import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import * as client from 'openid-client';
import { redactAddress } from '../../src/features/openid/provider/wrong-parameter.ts';
import { addSigningKey } from '../../src/keys/signing-key-folder.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, OPENID, REDIRECT_URI } from '../support/openid.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { loggedIn, type Service, startService } from '../support/service.ts';

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

/** A key for apps is among them, which production does not create. */
function productionSettings(t: TestContext): Record<string, string> {
  const folder = mkdtempSync(join(quickFolder(), 'latchkey-production-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  addSigningKey(folder, 'ES256', 0, 0);
  return { NODE_ENV: 'production', KEYS_DIR: folder, HOST: '127.0.0.1' };
}

describe('an empty secret', () => {
  const codeFor = async (service: Service, id: string) => {
    const configuration = await discover(service, { id, secret: undefined });
    const { url, checks } = await authorizationRequest(configuration);
    const callback = await new Browser(service).authorize(url, await loggedIn(service));
    return {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URI,
      code_verifier: checks.pkceCodeVerifier ?? '',
    };
  };
  const ask = async (service: Service, headers: Record<string, string>, form: Record<string, string>) =>
    fetch(`${service.url}/oidc/token`, { method: 'POST', headers, body: new URLSearchParams(form) });

  it('of a public app says no more than its client id', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const { id } = await addOpenIdApp(service);
    for (const named of [{}, { client_id: id }]) {
      const answer = await ask(service, basic(id, ''), { ...(await codeFor(service, id)), ...named });
      assert.equal(answer.status, 200, await answer.text());
    }
    const pushed = await fetch(`${service.url}/oidc/request`, {
      method: 'POST',
      headers: basic(id, ''),
      body: new URLSearchParams({
        ...{ client_id: id, response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid' },
        ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
      }),
    });
    assert.equal(pushed.status, 201, await pushed.text());
  });

  it('opens nothing else', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const open = await addOpenIdApp(service);
    const other = await addOpenIdApp(service);
    const { id, secret = '' } = await addOpenIdApp(service, { confidential: true });
    const form = await codeFor(service, open.id);
    const refusals: readonly (readonly [
      headers: Record<string, string>,
      more: Record<string, string>,
      status: number,
    ])[] = [
      [basic(id, ''), {}, 401],
      [basic(id, ''), { client_id: id }, 401],
      [basic('nobody', ''), {}, 401],
      [basic('', ''), {}, 400],
      [basic(open.id, 'guess'), {}, 401],
      [basic(other.id, ''), {}, 400],
      [basic(other.id, ''), { client_id: open.id }, 400],
      [basic(id, ''), { client_secret: secret }, 400],
      [basic(open.id, ''), { client_id: id, client_secret: secret }, 400],
    ];
    for (const [headers, more, status] of refusals) {
      const answer = await ask(service, headers, { ...form, ...more });
      assert.equal(answer.status, status, `${JSON.stringify([headers, more])}: ${await answer.text()}`);
      if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /);
    }
  });
});

describe('a redirect address that is not registered', () => {
  it('is logged with those that are', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const many = Array.from({ length: 7 }, (_, at) => `https://shop.example.com/${at}/${'a'.repeat(300)}`);
    const app = await addOpenIdApp(service, { redirectUris: [REDIRECT_URI, ...many] });
    const wrong = `https://user:hunter2@shop.example.com/Callback\u202e?code=${'s3cret'.repeat(500)}`;
    const configuration = await discover(service, app);
    const ways: Readonly<Record<string, () => Promise<{ status: number; text(): Promise<string> }>>> = {
      redirect_uri: async () =>
        new Browser(service).get((await authorizationRequest(configuration, { redirect_uri: wrong })).url),
      'redirect_uri ': async () =>
        fetch(`${service.url}/oidc/request`, {
          method: 'POST',
          body: new URLSearchParams({
            ...Object.fromEntries(
              (await authorizationRequest(configuration, { redirect_uri: wrong })).url.searchParams,
            ),
          }),
        }),
      post_logout_redirect_uri: () =>
        new Browser(service).get(
          `/oidc/logout?${new URLSearchParams({ client_id: app.id, post_logout_redirect_uri: wrong })}`,
        ),
    };
    for (const [parameter, way] of Object.entries(ways)) {
      service.logLines.length = 0;
      const answer = await way();
      assert.equal(answer.status, 400);
      // Pushed requests come from programs, which are not shown the page.
      if (parameter.endsWith(' ')) assert.ok(!(await answer.text()).includes('shop.example.com'));
      const lines = service.logLines.filter((line) => line.includes('is not registered for this client'));
      assert.equal(lines.length, 1, parameter);
      const { clientId, received, registered, more, msg, requestId } = JSON.parse(lines[0] ?? '');
      assert.equal(msg, `OpenID: ${parameter.trim()} is not registered for this client`);
      assert.deepEqual([clientId, typeof requestId], [app.id, 'string']);
      assert.equal(received, 'https://…@shop.example.com/Callback\\u{202e}?…');
      const isLogin = parameter.startsWith('redirect_uri');
      assert.equal(registered[0], isLogin ? REDIRECT_URI : 'https://shop.example.com/bye');
      assert.equal(more, isLogin ? 3 : 0);
      assert.ok((lines[0] ?? '').length < 2500, 'however much is sent');
      assert.ok(!service.logLines.join('').includes('s3cret') && !service.logLines.join('').includes('hunter2'));
    }
  });

  for (const production of [false, true])
    it(`is shown beside those that are in development only: ${production ? 'production' : 'development'}`, async (t) => {
      const service = await startService(t, 'sqlite', { ...OPENID, ...(production && productionSettings(t)) });
      const app = await addOpenIdApp(service, { redirectUris: [REDIRECT_URI, 'https://shop.example.com/second'] });
      const wrong = 'https://shop.example.com/<b>other?secret=s3cret';
      const query = (parameters: Record<string, string>) => new URLSearchParams({ client_id: app.id, ...parameters });
      const start = '<a class="button plain" href="/">Go to the start page</a>';
      const logOut = '<a class="button" href="/oidc/logout">Log out</a>';
      const pages: readonly (readonly [address: string, code: string, details: readonly string[], next: string])[] = [
        [
          `/oidc/auth?${query({ redirect_uri: wrong, response_type: 'code', scope: 'openid' })}`,
          'invalid_redirect_uri',
          ['https://shop.example.com/&lt;b&gt;other?…', REDIRECT_URI, 'https://shop.example.com/second'],
          start,
        ],
        [
          `/oidc/logout?${query({ post_logout_redirect_uri: wrong })}`,
          'invalid_request',
          ['https://shop.example.com/&lt;b&gt;other?…', 'https://shop.example.com/bye'],
          logOut,
        ],
        [`/oidc/auth?${query({ client_id: 'shop' })}`, 'invalid_client', ['<code>shop</code>', app.id], start],
        [`/oidc/auth?${query({ response_type: 'code' })}`, 'invalid_request', ['redirect_uri'], start],
        ['/oidc/auth/unknown', 'invalid_request', ['authorization request has expired'], start],
        [
          `/oidc/logout?${query({ id_token_hint: 'x' })}`,
          'invalid_request',
          ['could not decode id_token_hint'],
          logOut,
        ],
      ];
      for (const [address, code, details, next] of pages) {
        const text = await (await new Browser(service).get(address)).text();
        assert.ok(text.includes(`<code>${code}</code>`), `${address}: ${text}`);
        assert.ok(text.includes(next), address);
        assert.equal(text.includes('Shown in development only'), !production, address);
        for (const detail of details) assert.equal(text.includes(detail), !production, `${address}: ${detail}`);
        assert.ok(!text.includes('<b>') && !text.includes('s3cret'), address);
      }
      const expired = await (await new Browser(service).get(`/connect?interaction=${'x'.repeat(43)}`)).text();
      assert.ok(expired.includes(start), expired);
    });

  it('is not logged where it is right, or the app is unknown', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const app = await addOpenIdApp(service);
    const configuration = await discover(service, app);
    await new Browser(service).get((await authorizationRequest(configuration)).url);
    await new Browser(service).get((await authorizationRequest(configuration, { scope: 'openid', prompt: 'x' })).url);
    await new Browser(service).get((await authorizationRequest(configuration, { client_id: 'nobody' })).url);
    assert.ok(!service.logLines.join('').includes('is not registered'));
  });

  for (const [address, shown] of [
    ['https://shop.example.com/cb', 'https://shop.example.com/cb'],
    ['https://shop.example.com/cb?x=1#y', 'https://shop.example.com/cb?…'],
    ['https://shop.example.com/cb#y?x', 'https://shop.example.com/cb#…'],
    ['//a:b@c/d@e', '//…@c/d@e'],
    ['a\n{"level":60}\u001b[2J', 'a\\u{a}{"level":60}\\u{1b}[2J'],
    ['b\u00fccher', 'b\\u{fc}cher'],
  ] as const)
    it(`${JSON.stringify(address)} is shown as ${shown}`, () => assert.equal(redactAddress(address), shown));
});

describe('a provider that is off', () => {
  const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

  it('says in development which setting it is', async (t) => {
    const service = await startService(t, 'sqlite');
    for (const path of DISCOVERY)
      for (const accept of ['application/json', 'text/html']) {
        const answer = await fetch(service.url + path, { headers: { accept } });
        const { status, message } = (await answer.json()) as { status: string; message: string };
        assert.equal(answer.status, 404);
        assert.match(message, /OPENID=on/);
        assert.equal(status, 'error');
      }
    await assert.rejects(client.discovery(new URL(service.url), 'x', undefined, undefined, HTTP));
  });
});

const HTTP = { execute: [client.allowInsecureRequests] };
