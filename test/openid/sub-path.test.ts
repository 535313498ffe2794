import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as openid from 'openid-client';
import { createClient } from '../support/client.ts';
import { addOpenIdApp, authorizationRequest } from '../support/openid.ts';
import { imageOf, PICTURE } from '../support/pictures.ts';
import { EVERY_FEATURE, newestToken, registration } from '../support/service.ts';
import { startBelowAuth } from '../support/sub-path-proxy.ts';

const HTML = { accept: 'text/html' };

describe('an OpenID provider below a path', () => {
  for (const isStripping of [false, true]) {
    it(`has it in its issuer and addresses; the proxy ${isStripping ? 'takes it off' : 'passes it on'}`, async (t) => {
      const alsoAtRoot = ['/.well-known/oauth-authorization-server/auth'];
      const { service, instance, escaped } = await startBelowAuth(t, EVERY_FEATURE, { isStripping, alsoAtRoot });
      const app = await addOpenIdApp(instance);
      const discover = (algorithm: 'oidc' | 'oauth2') =>
        openid.discovery(new URL(service.url), app.id, undefined, openid.None(), {
          algorithm,
          execute: [openid.allowInsecureRequests],
        });
      const configuration = await discover('oidc');
      assert.deepEqual((await discover('oauth2')).serverMetadata(), configuration.serverMetadata());
      const metadata = configuration.serverMetadata();
      assert.equal(metadata.issuer, service.url);
      for (const [name, value] of Object.entries(metadata))
        if (/_(endpoint|uri)$/.test(name)) assert.ok(String(value).startsWith(`${service.url}/`), `${name}: ${value}`);
      assert.equal((await fetch(String(metadata.jwks_uri))).status, 200);

      const body = registration();
      const request = createClient(service.url);
      const { data: user } = await request('POST', '/api/register', { body });
      const token = await newestToken(instance, body.email, '/auth/verify');
      await request('POST', '/api/verify', { token });
      const login = await request('POST', '/api/login', { body: { email: body.email, password: body.password } });
      const { access_token: accessToken } = login.data;
      const picture = await request('PUT', '/api/me/picture', { token: accessToken, body: imageOf(PICTURE) });
      assert.equal(picture.status, 200, picture.text);

      const { url, checks } = await authorizationRequest(configuration);
      const begun = await fetch(url, { redirect: 'manual' });
      const page = new URL(begun.headers.get('location') ?? '', service.url);
      assert.equal(page.pathname, '/auth/login');
      const set = begun.headers.getSetCookie();
      assert.deepEqual(
        set.map((one) => one.replace(/(?<=login-)[\w-]+=[\w-]{43}; Max-Age=\d+/, ':uid')),
        ['latchkey-login-:uid; Path=/; HttpOnly; SameSite=Lax'],
      );
      const cookie = set.map((one) => one.split(';', 1)[0]).join('; ');
      const uid = page.searchParams.get('interaction');
      const answered = await request('POST', `/api/openid/interactions/${String(uid)}`, {
        token: accessToken,
        body: {},
        headers: { cookie },
      });
      assert.ok(answered.data.continue_at.startsWith(`${service.url}/oidc/auth/`), answered.text);
      const resumed = await fetch(answered.data.continue_at, { redirect: 'manual', headers: { cookie } });
      const session = resumed.headers.getSetCookie().find((one) => one.startsWith('latchkey_openid-auth='));
      assert.match(String(session), /path=\/;/);
      const callback = new URL(resumed.headers.get('location') ?? '');
      assert.equal(callback.searchParams.get('iss'), service.url);
      const tokens = await openid.authorizationCodeGrant(configuration, callback, checks);
      assert.equal(tokens.claims()?.iss, service.url);
      const claims = await openid.fetchUserInfo(configuration, tokens.access_token, String(tokens.claims()?.sub));
      assert.equal(claims.sub, String(user.id));
      assert.ok(claims.picture?.startsWith(`${service.url}/api/pictures/`), claims.picture);
      assert.equal((await fetch(String(claims.picture))).status, 200);

      const logout = openid.buildEndSessionUrl(configuration, { id_token_hint: String(tokens.id_token) });
      const cookies = { cookie: String(session).split(';', 1)[0] ?? '' };
      const loggedOut = await fetch(logout, { redirect: 'manual', headers: cookies });
      assert.equal(loggedOut.headers.get('location'), `${service.url}/oidc/logout/success?ended=1`);
      const asked = await fetch(`${service.url}/oidc/logout`, { headers: { ...HTML, ...cookies } });
      assert.equal(asked.status, 200);
      assert.deepEqual(escaped, []);
    });
  }
});
