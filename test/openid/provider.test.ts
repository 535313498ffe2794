import assert from 'node:assert/strict';
import { createPrivateKey, createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { JSONWebKeySet } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { SERVED } from '../../src/features/openid/provider/paths.ts';
import { addSigningKey } from '../../src/keys/signing-key-folder.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { send } from '../support/http-request.ts';
import {
  addOpenIdApp,
  authorizationRequest,
  Browser,
  discover,
  OPENID,
  REDIRECT_URI,
  tokensFor,
} from '../support/openid.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { FRONTEND_URL, loggedIn, refusedStart, startService } from '../support/service.ts';

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

describe('the OpenID provider', () => {
  it('is not there unless it is switched on', async (t) => {
    const service = await startService(t, 'sqlite');
    for (const path of [...Object.keys(SERVED), '/api/openid/interactions/x', '/api/me/apps', '/connect']) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status } = await send(method, `${service.url}${path}`, { headers: {}, body: undefined });
        assert.equal(status, 404, `${method} ${path}`);
      }
    }
    const login = await send('GET', `${service.url}/login?interaction=${'x'.repeat(21)}`, {
      headers: {},
      body: undefined,
    });
    const page = await login.text();
    assert.ok(!page.includes('waiting-app') && !page.includes('x'.repeat(21)));
  });

  it('wants an issuer that its clients can trust', async (t) => {
    const refusals: readonly [settings: Record<string, string>, words: RegExp][] = [
      [{ FRONTEND_URL: 'http://app.example.com' }, /^FRONTEND_URL must be an https address/],
      [{ TOKEN_ISSUER: 'latchkey' }, /^TOKEN_ISSUER must be an https address/],
      [{ TOKEN_ISSUER: 'https://example.com/' }, /^TOKEN_ISSUER .* slash at its end: https:\/\/example\.com/],
      [{ TOKEN_ISSUER: 'https://example.com/a' }, /^TOKEN_ISSUER .* without a path/],
      [{ PAGES: 'off' }, /^PAGES must be on/],
    ];
    for (const [settings, words] of refusals) {
      assert.match(await refusedStart(t, { ...OPENID, ...settings }), words);
    }
    const local = { ...OPENID, FRONTEND_URL: 'http://localhost:3000' };
    assert.match(await refusedStart(t, local), /^started/);
    const elsewhere = { ...OPENID, FRONTEND_URL: 'https://example.com/app', TOKEN_ISSUER: 'https://id.example.com' };
    assert.match(await refusedStart(t, elsewhere), /^started/);
  });

  it('makes an RS256 key where there is none, as libraries expect, and keeps the one that there is', async (t) => {
    for (const algorithm of [undefined, 'ES256', 'EdDSA'] as const) {
      const folder = mkdtempSync(join(quickFolder(), 'latchkey-keys-'));
      cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
      if (algorithm) addSigningKey(folder, algorithm, Date.now(), Date.now() - 1000);
      const service = await startService(t, 'sqlite', { ...OPENID, KEYS_DIR: folder });
      const { keys } = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
      assert.deepEqual(
        keys.map(({ alg }) => alg),
        [algorithm ?? 'RS256'],
      );
    }
  });

  it('follows the key ring without a restart, and names the algorithm of the key that signs', async (t) => {
    const folder = mkdtempSync(join(quickFolder(), 'latchkey-keys-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    addSigningKey(folder, 'EdDSA', Date.now(), Date.now() - 1000);
    const service = await startService(t, 'sqlite', { ...OPENID, KEYS_DIR: folder });
    const app = await addOpenIdApp(service);
    const session = await loggedIn(service);
    const before = await tokensFor(await discover(service, app), new Browser(service), session);
    assert.equal(headerOf(String(before.id_token)).alg, 'EdDSA');
    for (const algorithm of ['RS256', 'ES256'] as const) {
      const nowMs = service.clock.nowMs();
      const { kid } = addSigningKey(folder, algorithm, nowMs, nowMs + 60_000);
      await service.clock.advance(10_000);
      const waiting = await tokensFor(await discover(service, app), new Browser(service), session);
      assert.notEqual(headerOf(String(waiting.id_token)).kid, kid, 'it does not sign yet');
      await service.clock.advance(60_000);
      const configuration = await discover(service, app);
      const after = await tokensFor(configuration, new Browser(service), session);
      for (const token of [String(after.id_token), after.access_token])
        assert.deepEqual([headerOf(token).alg, headerOf(token).kid], [algorithm, kid]);
      const info = await client.fetchUserInfo(configuration, after.access_token, String(session.id));
      assert.equal(info.email, session.email);
    }
  });

  it('accepts no access token that it has not signed as one', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const { access_token: token, id_token } = await tokensFor(configuration, new Browser(service), session);
    const [, payload = '', signature = ''] = token.split('.');
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const header = headerOf(token);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signedBy = (text: string) =>
      createSign('sha256')
        .update(text)
        .sign({ key: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })), dsaEncoding: 'ieee-p1363' })
        .toString('base64url');
    const forged = `${encoded(header)}.${payload}`;
    for (const [what, hostile] of Object.entries({
      none: `${encoded({ ...header, alg: 'none' })}.${payload}.`,
      HS256: `${encoded({ ...header, alg: 'HS256' })}.${payload}.${signature}`,
      'another key': `${forged}.${signedBy(forged)}`,
      'another type': `${encoded({ ...header, typ: 'JWT' })}.${payload}.${signature}`,
      'an unknown key': `${encoded({ ...header, kid: 'x' })}.${payload}.${signature}`,
      'an ID token': String(id_token),
      'an access token of the account': session.accessToken,
      nothing: '',
    })) {
      const response = await send('GET', `${service.url}/oidc/userinfo`, {
        headers: { authorization: `Bearer ${hostile}` },
        body: undefined,
      });
      assert.ok([400, 401].includes(response.status), `${what}: ${response.status} ${await response.text()}`);
    }
  });

  it('lets single-page apps call from where their addresses are, and nobody else', async (t) => {
    const service = await startService(t, 'sqlite', OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const { access_token } = await tokensFor(configuration, new Browser(service), session);
    const call = (origin: string) =>
      send('GET', `${service.url}/oidc/userinfo`, {
        headers: { authorization: `Bearer ${access_token}`, origin },
        body: undefined,
      });
    const own = await call('https://shop.example.com');
    assert.equal(own.status, 200);
    assert.equal(own.headers.get('access-control-allow-origin'), 'https://shop.example.com');
    const other = await call('https://evil.example');
    assert.equal(other.status, 400);
    assert.equal(other.headers.get('access-control-allow-origin'), null);
    assert.equal(other.headers.get('cache-control'), 'no-store');
    assert.ok(other.headers.get('x-request-id'));
  });
});

describeOnBothDatabases('the OpenID provider, with oauth4webapi', (kind) => {
  it('takes a pushed request, and gives tokens that verify by the book', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service, { confidential: true, audience: 'https://api.example.com' });
    const options = {
      [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(FRONTEND_URL, service.url), init),
    };
    const issuer = new URL(FRONTEND_URL);
    const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    const own: oauth.Client = { client_id: app.id };
    const authentication = oauth.ClientSecretPost(String(app.secret));
    const verifier = oauth.generateRandomCodeVerifier();
    const parameters = {
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      own,
      await oauth.pushedAuthorizationRequest(server, own, authentication, parameters, options),
    );
    const address = new URL(String(server.authorization_endpoint));
    address.search = new URLSearchParams({ client_id: app.id, request_uri: pushed.request_uri }).toString();
    const callback = await new Browser(service).authorize(address, session);
    const checked = oauth.validateAuthResponse(server, own, callback, oauth.expectNoState);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      own,
      authentication,
      checked,
      REDIRECT_URI,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, own, response, {
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, options);
    // As a backend of the app would.
    const request = new Request('https://api.example.com/orders', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const access = await oauth.validateJwtAccessToken(server, request, 'https://api.example.com', options);
    assert.equal(access.sub, String(session.id));
    assert.equal(access.scope, 'openid email');
    await assert.rejects(oauth.validateJwtAccessToken(server, request, 'https://other.example.com', options));

    // A pushed request works once.
    const again = await new Browser(service).get(address);
    assert.notEqual(again.headers.get('location')?.startsWith(`${REDIRECT_URI}?code=`), true);
  });

  it('asks for two factors where the app does, of those who have them', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const parameters = { acr_values: 'urn:latchkey:two-factors' };
    const tokens = await tokensFor(configuration, new Browser(service), session, parameters);
    assert.equal(tokens.claims()?.acr, 'urn:latchkey:one-factor', 'there is no other');
    const { url } = await authorizationRequest(configuration, { ...parameters, prompt: 'none' });
    const browser = new Browser(service);
    await tokensFor(configuration, browser, session);
    assert.equal((await browser.authorize(url, undefined)).searchParams.get('error'), 'login_required');
  });
});
