import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as client from 'openid-client';
import { loggedInAdmin } from '../support/admin.ts';
import type { Lifetime } from '../support/clean-up.ts';
import { type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import {
  type App,
  type AppOptions,
  addOpenIdApp,
  authorizationRequest,
  Browser,
  discover,
  OPENID,
  REDIRECT_URI,
  tokensFor,
} from '../support/openid.ts';
import { claimsOf, FRONTEND_URL, loggedIn, startService } from '../support/service.ts';

const OTHER = 'https://shop.example.com/other';
const BYE = 'https://shop.example.com/bye';

/** Somebody at an app whose registration an administrator changes. */
async function atApp(t: Lifetime, kind: DatabaseKind, options: AppOptions = {}) {
  const service = await startService(t, kind, { ...OPENID, SESSIONS: 'many' });
  const session = await loggedIn(service);
  const { accessToken: token } = await loggedInAdmin(service);
  const app: App = await addOpenIdApp(service, { redirectUris: [REDIRECT_URI, OTHER], ...options });
  const change = async (body: object) => {
    const { status, text } = await service.request('PUT', `/api/admin/clients/${app.id}`, { token, body });
    assert.equal(status, 200, text);
  };
  const configuration = await discover(service, app);
  const browser = new Browser(service);
  return { service, session, app, change, configuration, browser };
}

const interactionOf = (location: string | null): string =>
  String(new URL(location ?? '', FRONTEND_URL).searchParams.get('interaction'));

/** Where the browser is sent, or what it is shown in place of that. */
async function outcome(browser: Browser, address: string): Promise<string> {
  const response = await browser.get(address);
  const text = await response.text();
  return response.headers.get('location') ?? /<code>(\w+)<\/code>/.exec(text)?.[1] ?? text;
}

describeOnBothDatabases('a redirect_uri that is taken from an app', (kind) => {
  const REMOVED = { redirect_uris: [OTHER] };

  for (const response_mode of ['query', 'form_post', 'fragment']) {
    it(`gets nobody who was asked to log in when it was taken: ${response_mode}`, async (t) => {
      const { session, app, change, browser } = await atApp(t, kind);
      const uid = await browser.begin(app, { response_mode });
      await change(REMOVED);
      assert.equal(await outcome(browser, await browser.answer(uid, session, {})), 'invalid_redirect_uri');
    });
  }

  it('gets nobody who had just logged in, nor who had consented or refused', async (t) => {
    const { session, app, change, browser, configuration } = await atApp(t, kind, { firstParty: false });
    await change({ redirect_uris: [REDIRECT_URI, OTHER] });
    const continueAt = await browser.answer(await browser.begin(app), session, {});
    await change(REMOVED);
    assert.equal(await outcome(browser, continueAt), 'invalid_redirect_uri');
    for (const decision of ['allow', 'deny']) {
      await change({ redirect_uris: [REDIRECT_URI, OTHER] });
      const { url } = await authorizationRequest(configuration, { prompt: 'consent' });
      const location = (await browser.get(url)).headers.get('location');
      const asked = new URL(location ?? '', FRONTEND_URL);
      assert.equal(asked.pathname, '/connect');
      const back = await browser.consent(interactionOf(location), decision);
      await change(REMOVED);
      assert.equal(await outcome(browser, back), 'invalid_redirect_uri', decision);
    }
  });

  it('has its codes refused, and its pushed requests', async (t) => {
    const { service, session, app, change, browser, configuration } = await atApp(t, kind);
    const { url, checks } = await authorizationRequest(configuration);
    const callback = await browser.authorize(url, session);
    const { client_id: _, ...pushed } = Object.fromEntries(url.searchParams);
    const request = await fetch(`${service.url}/oidc/request`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: app.id, ...pushed }),
    });
    const { request_uri } = (await request.json()) as { request_uri: string };
    await change(REMOVED);
    await assert.rejects(client.authorizationCodeGrant(configuration, callback, checks), { error: 'invalid_grant' });
    const query = new URLSearchParams({ client_id: app.id, request_uri });
    assert.equal(await outcome(browser, `/oidc/auth?${query}`), 'invalid_redirect_uri');
    // Others go on, and what the app was given before.
    assert.ok((await tokensFor(configuration, browser, undefined, { redirect_uri: OTHER })).access_token);
  });
});

describeOnBothDatabases('a post_logout_redirect_uri that is taken from an app', (kind) => {
  it('gets nobody who was asked whether to log out', async (t) => {
    const { service, session, app, change, browser, configuration } = await atApp(t, kind);
    await tokensFor(configuration, browser, session);
    const asked = await browser.get(`/oidc/logout?client_id=${app.id}&post_logout_redirect_uri=${BYE}`);
    const xsrf = String(/name="xsrf" value="([^"]+)"/.exec(await asked.text())?.[1]);
    await change({ post_logout_redirect_uris: [] });
    const { headers } = await browser.post('/oidc/logout/confirm', { xsrf, logout: 'yes' });
    assert.equal(headers.get('location'), `${FRONTEND_URL}/oidc/logout/success?ended=1`);
    const left = await service.db.all('SELECT id FROM refresh_tokens WHERE user_id = $1', [session.id]);
    assert.deepEqual(left, []);
  });
});

describeOnBothDatabases('a scope that is taken from an app', (kind) => {
  const REMOVED = { scopes: ['openid', 'profile', 'offline_access'] };

  it('gives nothing more: in refreshed tokens, from codes, by userinfo', async (t) => {
    const { session, change, browser, configuration } = await atApp(t, kind);
    const tokens = await tokensFor(configuration, browser, session, { scope: 'openid profile email phone' });
    const { url, checks } = await authorizationRequest(configuration, { scope: 'openid profile email phone' });
    const callback = await browser.authorize(url, undefined);
    assert.equal(tokens.claims()?.email, session.email);

    await change(REMOVED);
    const seen = await client.fetchUserInfo(configuration, tokens.access_token, String(session.id));
    const refreshed = await client.refreshTokenGrant(configuration, String(tokens.refresh_token));
    const exchanged = await client.authorizationCodeGrant(configuration, callback, checks);
    for (const [what, claims] of Object.entries({
      userinfo: seen,
      'a refreshed ID token': refreshed.claims(),
      'the ID token of a code': exchanged.claims(),
      'userinfo by a refreshed token': await client.fetchUserInfo(
        configuration,
        refreshed.access_token,
        String(session.id),
      ),
    })) {
      assert.equal(claims?.name, 'Ada Lovelace', what);
      for (const gone of ['email', 'email_verified', 'phone_number']) assert.equal(claims?.[gone], undefined, what);
    }
    for (const { access_token, scope } of [refreshed, exchanged])
      for (const scopes of [scope, (claimsOf(access_token) as unknown as { scope: string }).scope])
        assert.doesNotMatch(String(scopes), /email|phone/);
    await assert.doesNotReject(
      client.refreshTokenGrant(configuration, String(refreshed.refresh_token), { scope: 'email' }),
    );
  });

  it('is not consented to, nor granted, at the end of a login that began before', async (t) => {
    const { service, session, app, change, browser } = await atApp(t, kind, { firstParty: false });
    const uid = await browser.begin(app, { scope: 'openid email' });
    await change(REMOVED);
    const location = await outcome(browser, await browser.answer(uid, session, {}));
    assert.equal(new URL(location).searchParams.get('error'), 'invalid_scope');
    assert.deepEqual(await service.db.all('SELECT scopes FROM openid_grants'), []);
  });

  it('is refused as offline_access: its refresh tokens end', async (t) => {
    const { session, change, browser, configuration } = await atApp(t, kind);
    const tokens = await tokensFor(configuration, browser, session);
    await change({ scopes: ['openid', 'profile', 'email'] });
    await assert.rejects(client.refreshTokenGrant(configuration, String(tokens.refresh_token)));
  });
});
