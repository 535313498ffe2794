import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as client from 'openid-client';
import { describeOnBothDatabases } from '../support/databases.ts';
import { changeAddress, freeAddress, revert, revertToken } from '../support/email-change.ts';
import {
  addOpenIdApp,
  authorizationRequest,
  Browser,
  discover,
  OPENID,
  REDIRECT_URI,
  tokensFor,
} from '../support/openid.ts';
import { suspend } from '../support/operator.ts';
import {
  claimsOf,
  FRONTEND_URL,
  loggedIn,
  logIn,
  resetToken,
  type Service,
  type Session,
  startService,
} from '../support/service.ts';

const MANY = { ...OPENID, SESSIONS: 'many' };

type End = (service: Service, session: Session) => Promise<unknown>;

const ok = async (answer: ReturnType<Service['request']>) => {
  const { status, text } = await answer;
  assert.equal(status, 200, text);
};

/** Every way in which a session of the hosted pages ends. */
const ENDS: Readonly<Record<string, End>> = {
  logout: ({ request }, { refreshToken: refresh_token }) =>
    ok(request('POST', '/api/logout', { body: { refresh_token } })),
  'a new password': ({ request }, { accessToken: token, password }) =>
    ok(
      request('POST', '/api/change-password', {
        token,
        body: { current_password: password, new_password: 'Another1!' },
      }),
    ),
  suspension: (service, { email }) => suspend(service, email),
  deletion: ({ request }, { accessToken: token }) => ok(request('POST', '/api/me/delete', { token })),
  'the list of devices': async (service, session) => {
    const { data } = await logIn(service, session);
    const id = claimsOf(session.accessToken).sid;
    await ok(service.request('DELETE', `/api/me/sessions/${id}`, { token: data.access_token }));
  },
  'the owner, who takes the app away': async ({ request }, { accessToken: token }) => {
    const { data } = await request('GET', '/api/me/apps', { token });
    const [app] = data.apps;
    assert.deepEqual(app?.scopes, ['openid', 'profile', 'email', 'offline_access']);
    await ok(request('DELETE', `/api/me/apps/${app?.id}`, { token }));
    assert.equal((await request('DELETE', `/api/me/apps/${app?.id}`, { token })).status, 404);
  },
  age: ({ clock }) => clock.advance(8 * 24 * 3_600_000),
};

describeOnBothDatabases('what an app was given', (kind) => {
  for (const [what, end] of Object.entries(ENDS)) {
    it(`ends with the session of the hosted pages: ${what}`, async (t) => {
      const service = await startService(t, kind, { ...MANY, DELETION_GRACE: '14d' });
      const session = await loggedIn(service);
      const configuration = await discover(service, await addOpenIdApp(service));
      const browser = new Browser(service);
      const tokens = await tokensFor(configuration, browser, session);
      const { url: waiting, checks } = await authorizationRequest(configuration);
      const callback = await browser.authorize(waiting, undefined);

      await end(service, session);
      await assert.rejects(client.refreshTokenGrant(configuration, String(tokens.refresh_token)));
      await assert.rejects(client.fetchUserInfo(configuration, tokens.access_token, client.skipSubjectCheck));
      await assert.rejects(client.authorizationCodeGrant(configuration, callback, checks));
      if (what.includes('app away')) return;
      const { url } = await authorizationRequest(configuration, { prompt: 'none' });
      assert.equal((await browser.authorize(url, undefined)).searchParams.get('error'), 'login_required');
    });
  }

  it('does not end with the login of another app, and makes no session of its own', async (t) => {
    const service = await startService(t, kind, { ...OPENID, SESSIONS: 'single' });
    const session = await loggedIn(service);
    const [one, other] = [await addOpenIdApp(service), await addOpenIdApp(service)];
    const browser = new Browser(service);
    const first = await discover(service, one);
    const tokens = await tokensFor(first, browser, session);
    // Nobody types anything: the browser is known.
    const second = await tokensFor(await discover(service, other), browser, undefined);
    assert.equal(second.claims()?.sub, tokens.claims()?.sub);
    assert.equal(second.claims()?.auth_time, tokens.claims()?.auth_time);
    assert.ok((await client.refreshTokenGrant(first, String(tokens.refresh_token))).access_token);
    const sessions = await service.db.all('SELECT id FROM refresh_tokens');
    assert.deepEqual(sessions, [{ id: claimsOf(session.accessToken).sid }]);
    // A login by hand takes the place of the session, and of what hangs on it.
    await logIn(service, session);
    const { url } = await authorizationRequest(first, { prompt: 'none' });
    assert.equal((await browser.authorize(url, undefined)).searchParams.get('error'), 'login_required');
  });

  it('opens nothing of the account itself', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const tokens = await tokensFor(await discover(service, await addOpenIdApp(service)), new Browser(service), session);
    for (const token of [tokens.access_token, String(tokens.id_token), String(tokens.refresh_token)]) {
      for (const path of [
        'GET /api/me',
        'PUT /api/me',
        'POST /api/me/delete',
        'GET /api/me/export',
        'GET /api/me/apps',
      ]) {
        const [method = '', address = ''] = path.split(' ');
        const { status } = await service.request(method, address, { token, ...(method === 'PUT' && { body: {} }) });
        assert.equal(status, 401, path);
      }
    }
  });
});

describeOnBothDatabases('an app asks', (kind) => {
  const errorOf = async (browser: Browser, url: URL) =>
    (await browser.authorize(url, undefined)).searchParams.get('error');

  it('for consent, which is remembered, and asked for again when it wants more', async (t) => {
    const service = await startService(t, kind, MANY);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service, { firstParty: false, scopes: 'openid profile email' });
    const configuration = await discover(service, app);
    const browser = new Browser(service);
    const { url: denied } = await authorizationRequest(configuration);
    const back = await browser.authorize(denied, session, 'deny');
    assert.equal(back.origin + back.pathname, REDIRECT_URI);
    assert.equal(back.searchParams.get('error'), 'access_denied');

    await tokensFor(configuration, browser, session, { scope: 'openid email' });
    await tokensFor(configuration, browser, undefined, { scope: 'openid email', prompt: 'none' });
    const { url: more } = await authorizationRequest(configuration, { scope: 'openid email profile', prompt: 'none' });
    assert.equal(await errorOf(browser, more), 'consent_required');
    await tokensFor(configuration, browser, session, { scope: 'openid email profile' });
    // Also in another browser.
    const { data } = await logIn(service, session);
    const elsewhere = { ...session, accessToken: data.access_token };
    const other = new Browser(service);
    const { url } = await authorizationRequest(configuration, { scope: 'openid email profile' });
    const callback = await other.authorize(url, elsewhere, 'not asked');
    assert.ok(callback.searchParams.has('code'), callback.href);
  });

  it('to log out: the browser is logged out here and of every app', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const browser = new Browser(service);
    const tokens = await tokensFor(configuration, browser, session);
    const parameters = { post_logout_redirect_uri: 'https://shop.example.com/bye', state: 'xyz' };
    const asked = await browser.get(client.buildEndSessionUrl(configuration, parameters));
    const page = await asked.text();
    assert.match(page, /Log out\?/);
    assert.match(
      asked.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/shop\.example\.com;/,
    );
    assert.equal((await service.db.all('SELECT id FROM refresh_tokens')).length, 1);

    const url = client.buildEndSessionUrl(configuration, { ...parameters, id_token_hint: String(tokens.id_token) });
    const done = await browser.get(url);
    assert.equal(done.status, 303, await done.text());
    assert.equal(done.headers.get('location'), 'https://shop.example.com/bye?state=xyz');
    assert.deepEqual(await service.db.all('SELECT id FROM refresh_tokens'), []);
    assert.deepEqual(await service.db.all(`SELECT kind FROM openid_records WHERE user_id IS NOT NULL`), []);
    const { url: silent } = await authorizationRequest(configuration, { prompt: 'none' });
    assert.equal(await errorOf(browser, silent), 'login_required');

    // Nobody is logged in for any app: of the hosted pages that says nothing.
    const idle = await browser.get('/oidc/logout');
    assert.match(await (await browser.get(String(idle.headers.get('location')))).text(), /not logged in to any app/);
    await tokensFor(configuration, browser, await loggedIn(service));
    const asking = await (await browser.get('/oidc/logout')).text();
    const xsrf = String(/name="xsrf" value="([^"]+)"/.exec(asking)?.[1]);
    const confirmed = await browser.post('/oidc/logout/confirm', { xsrf, logout: 'yes' });
    const last = await browser.get(String(confirmed.headers.get('location')));
    assert.match(await last.text(), /You are logged out/);

    const elsewhere = {
      post_logout_redirect_uri: 'https://evil.example/',
      client_id: configuration.clientMetadata().client_id,
    };
    const refused = await browser.get(client.buildEndSessionUrl(configuration, elsewhere));
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /This link from the app doesn/);
  });

  it('forgets what apps were let see while somebody else had the account', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    await tokensFor(await discover(service, await addOpenIdApp(service)), new Browser(service), session);
    const apps = async ({ accessToken: token }: Pick<Session, 'accessToken'>) =>
      (await service.request('GET', '/api/me/apps', { token })).text;
    assert.match(await apps(session), /"name":"Shop"/);
    await changeAddress(service, session, freeAddress());
    assert.equal((await revert(service, await revertToken(service, session.email))).status, 200);
    const password = 'Another1!';
    const token = await resetToken(service, session.email);
    await ok(service.request('POST', '/api/reset-password', { token, body: { new_password: password } }));
    const { data } = await logIn(service, { email: session.email, password });
    assert.doesNotMatch(await apps({ accessToken: data.access_token }), /Shop/);
  });

  // Decided by what is asked, whatever the database.
  if (kind === 'postgres') return;

  it('for a login without anybody being asked (prompt=none)', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const browser = new Browser(service);
    const { url } = await authorizationRequest(configuration, { prompt: 'none' });
    assert.equal(await errorOf(browser, url), 'login_required');
    await tokensFor(configuration, browser, session);
    const tokens = await tokensFor(configuration, browser, undefined, { prompt: 'none' });
    assert.equal(tokens.claims()?.sub, String(session.id));
  });

  it('for a recent login (max_age, prompt=login)', async (t) => {
    const service = await startService(t, kind, MANY);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const browser = new Browser(service);
    await tokensFor(configuration, browser, session);
    await service.clock.advance(120_000);
    for (const parameters of [{ max_age: '60' }, { prompt: 'login' }]) {
      const { url, checks } = await authorizationRequest(configuration, parameters);
      const response = await browser.get(url);
      const location = new URL(response.headers.get('location') ?? '', FRONTEND_URL);
      const uid = String(location.searchParams.get('interaction'));
      const path = `/api/openid/interactions/${uid}`;
      const headers = { cookie: browser.cookiesFor(path) };
      const old = await service.request('POST', path, { token: session.accessToken, body: {}, headers });
      assert.deepEqual([old.status, old.headers.get('x-error-code')], [401, 'fresh_login_required']);
      const body = { password: session.password };
      const { data } = await service.request('POST', '/api/reauthenticate', { token: session.accessToken, body });
      const fresh = { ...session, accessToken: data.access_token };
      const callback = await browser.authorize(await browser.answer(uid, fresh, {}), undefined);
      const tokens = await client.authorizationCodeGrant(configuration, callback, checks);
      assert.equal(tokens.claims()?.auth_time, claimsOf(fresh.accessToken).auth_time);
    }
    const { url } = await authorizationRequest(configuration, { max_age: '3600', prompt: 'none' });
    assert.equal(await errorOf(browser, url), null);
  });

  it('for subjects of its own, or an audience of its own', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const browser = new Browser(service);
    const subjects = new Set<string>();
    for (const app of [
      await addOpenIdApp(service, { pairwise: true }),
      await addOpenIdApp(service, { pairwise: true, audience: 'https://api.example.com' }),
    ]) {
      const configuration = await discover(service, app);
      const tokens = await tokensFor(configuration, browser, session);
      const { sub = '' } = tokens.claims() ?? {};
      const claims = claimsOf(tokens.access_token) as unknown as { sub: string; aud: string };
      assert.equal(claims.sub, sub);
      assert.ok(['https://api.example.com', app.id].includes(claims.aud));
      await client.fetchUserInfo(configuration, tokens.access_token, sub);
      assert.ok(sub.length > 40 && !sub.includes(claimsOf(session.accessToken).sid ?? ''));
      subjects.add(sub);
    }
    assert.equal(subjects.size, 2);
  });
});
