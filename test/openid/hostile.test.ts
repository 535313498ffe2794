import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as client from 'openid-client';
import { loggedInAdmin } from '../support/admin.ts';
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
import { addedClient, secretWorks } from '../support/openid-clients.ts';
import { FRONTEND_URL, loggedIn, startService } from '../support/service.ts';

const oauthError = (error: string) => (thrown: unknown) => {
  assert.equal((thrown as client.ResponseBodyError).error, error);
  return true;
};

describeOnBothDatabases('an app that is attacked', (kind) => {
  it('gets the tokens of a code once, and loses them when it is used twice', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const { url, checks } = await authorizationRequest(configuration);
    const callback = await new Browser(service).authorize(url, session);
    const exchange = () => client.authorizationCodeGrant(configuration, callback, checks);

    const results = await Promise.allSettled(Array.from({ length: 20 }, exchange));
    const given = results.filter((result) => result.status === 'fulfilled');
    assert.equal(given.length, 1);
    for (const result of results) if (result.status === 'rejected') oauthError('invalid_grant')(result.reason);

    const tokens = given[0]?.value;
    assert.ok(tokens);
    await assert.rejects(
      client.refreshTokenGrant(configuration, String(tokens.refresh_token)),
      oauthError('invalid_grant'),
    );
    await assert.rejects(client.fetchUserInfo(configuration, tokens.access_token, client.skipSubjectCheck));
  });

  it('has a refresh token answered once, also when it is presented twenty times at once', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const tokens = await tokensFor(configuration, new Browser(service), session);
    const refresh = () => client.refreshTokenGrant(configuration, String(tokens.refresh_token));
    const results = await Promise.allSettled(Array.from({ length: 20 }, refresh));
    const given = results.filter((result) => result.status === 'fulfilled');
    assert.equal(given.length, 1);
    const successor = given[0]?.value.refresh_token;
    // Two had the token: what it led to is over for both.
    await assert.rejects(client.refreshTokenGrant(configuration, String(successor)), oauthError('invalid_grant'));
  });

  it('stores nothing that would open anything', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const browser = new Browser(service);
    const { url, checks } = await authorizationRequest(configuration);
    const begun = await browser.get(url);
    const uid = String(new URL(begun.headers.get('location') ?? '', FRONTEND_URL).searchParams.get('interaction'));
    const rows = async () => JSON.stringify(await service.db.all('SELECT * FROM openid_records'));
    assert.ok((await rows()).includes('Interaction'));
    assert.ok(!(await rows()).includes(uid), 'the login on its way');

    const callback = await browser.authorize(await browser.answer(uid, session, {}), session);
    const code = String(callback.searchParams.get('code'));
    assert.ok(!(await rows()).includes(code), 'the code');
    const tokens = await client.authorizationCodeGrant(configuration, callback, checks);
    assert.ok(!(await rows()).includes(String(tokens.refresh_token)), 'the refresh token');
    const [, cookie = ''] = /__Host-latchkey_openid=([\w-]+)/.exec(browser.cookiesFor('/oidc/auth')) ?? [];
    assert.ok(cookie.length > 20 && !(await rows()).includes(cookie), 'the session');
  });

  it('has its previous secret for as long as the operator said, and no longer', async (t) => {
    const service = await startService(t, kind, OPENID);
    const admin = await loggedInAdmin(service);
    const { id, secret } = await addedClient(service, admin);
    const body = { overlap_seconds: 3600 };
    const rotated = await service.request('POST', `/api/admin/clients/${id}/secret`, {
      token: admin.accessToken,
      body,
    });
    const { client_secret: next } = JSON.parse(rotated.text).data;
    await service.clock.advance(3_590_000);
    assert.deepEqual([await secretWorks(service, id, secret), await secretWorks(service, id, next)], [true, true]);
    await service.clock.advance(20_000);
    assert.deepEqual([await secretWorks(service, id, secret), await secretWorks(service, id, next)], [false, true]);
  });

  it('cannot make its visitors log in as somebody else, or somebody else in their place', async (t) => {
    const service = await startService(t, kind, OPENID);
    const victim = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const { url } = await authorizationRequest(configuration);
    const attacker = new Browser(service);
    const begun = await attacker.get(url);
    const uid = String(new URL(begun.headers.get('location') ?? '', FRONTEND_URL).searchParams.get('interaction'));
    // The victim opens the address of the attacker's login.
    const path = `/api/openid/interactions/${uid}`;
    const { status } = await service.request('POST', path, { token: victim.accessToken, body: {} });
    assert.equal(status, 404);
    assert.equal((await service.request('GET', path)).status, 404);
    const consent = { body: { decision: 'allow' } };
    assert.equal((await service.request('POST', `${path}/consent`, consent)).status, 404);
    // Nor does the attacker consent to a login that is not there.
    const headers = { cookie: attacker.cookiesFor(path) };
    assert.equal((await service.request('POST', `${path}/consent`, { ...consent, headers })).status, 404);
  });

  it('goes on in the browser alone that began the login: its id opens nothing, also 300 times at once', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service, { firstParty: false });
    const [victim, attacker] = [new Browser(service), new Browser(service)];
    const login = await victim.begin(app);
    const begun = await victim.get(await victim.answer(login, session, {}));
    const uid = String(new URL(begun.headers.get('location') ?? '', FRONTEND_URL).searchParams.get('interaction'));
    const [, secret = ''] = new RegExp(`latchkey-login-${uid}=([\\w-]{43})`).exec(victim.cookiesFor('/')) ?? [];
    assert.ok(secret);
    assert.ok(!JSON.stringify(await service.db.all('SELECT * FROM openid_records')).includes(secret));
    const other = await attacker.begin(app);
    const [, own = ''] = new RegExp(`latchkey-login-${other}=([\\w-]{43})`).exec(attacker.cookiesFor('/')) ?? [];
    const stored = await service.db.all<{ hash: string }>(
      "SELECT id_hash AS hash FROM openid_records WHERE kind = 'Interaction'",
    );
    const known = /__Host-latchkey_openid=[\w-]+/.exec(victim.cookiesFor('/'))?.[0];
    const guesses = ['1', '', 'true', own, ...stored.map(({ hash }) => hash), secret.slice(1), `${secret}a`, uid];
    const cookies = [undefined, ...guesses.map((guess) => `__Host-latchkey-login-${uid}=${guess}; ${known}`)];
    cookies.push(`latchkey-login-${uid}=${secret}`, `__Host-latchkey-login-${other}=${secret}`);
    const path = `/api/openid/interactions/${uid}`;
    const ways: Record<string, (headers: Record<string, string>) => Promise<{ status: number }>> = {
      read: (headers) => service.request('GET', path, { headers }),
      login: (headers) => service.request('POST', path, { headers, token: session.accessToken, body: {} }),
      consent: (headers) => service.request('POST', `${path}/consent`, { headers, body: { decision: 'allow' } }),
      'go on': (headers) => send('GET', `${service.url}/oidc/auth/${uid}`, { headers, body: undefined }),
    };
    for (const [way, ask] of Object.entries(ways)) {
      for (const cookie of cookies) {
        const { status } = await ask(cookie === undefined ? {} : { cookie });
        assert.equal(status, way === 'go on' ? 400 : 404, `${way} with ${cookie}`);
      }
    }
    const wrong = { cookie: `__Host-latchkey-login-${uid}=1; ${known}` };
    const flood = await Promise.all(Array.from({ length: 300 }, () => ways.consent?.(wrong)));
    assert.deepEqual([...new Set(flood.map((answer) => answer?.status))], [404]);
    const to = await victim.get(await victim.consent(uid, 'allow'));
    assert.match(String(to.headers.get('location')), /^https:\/\/shop\.example\.com\/callback\?code=/);
  });

  it('takes consent from nobody whose session has ended', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service, { firstParty: false }));
    const { url } = await authorizationRequest(configuration);
    const browser = new Browser(service);
    const login = await browser.get(url);
    const uidOf = (response: typeof login) =>
      String(new URL(response.headers.get('location') ?? '', FRONTEND_URL).searchParams.get('interaction'));
    const path =
      `/api/openid/interactions/${uidOf(await browser.get(await browser.answer(uidOf(login), session, {})))}` as const;
    const headers = { cookie: browser.cookiesFor(path) };
    const { data } = await service.request('GET', path, { headers });
    assert.deepEqual(data, { ...data, wants: 'consent', email: session.email });
    await service.request('POST', '/api/logout', { body: { refresh_token: session.refreshToken } });
    const decided = await service.request('POST', `${path}/consent`, { headers, body: { decision: 'allow' } });
    assert.equal(decided.status, 404);
    assert.deepEqual(await service.db.all('SELECT client_id FROM openid_grants'), []);
  });

  // Decided by what is asked, whatever the database.
  if (kind === 'postgres') return;

  it('is only sent to where its operator said, however that is spelled', async (t) => {
    const service = await startService(t, kind, OPENID);
    const configuration = await discover(service, await addOpenIdApp(service));
    const browser = new Browser(service);
    for (const address of [
      'https://shop.example.com/callback/',
      'https://shop.example.com/callback?x=1',
      'https://shop.example.com/callback#x',
      'https://shop.example.com:443/callback',
      'https://shop.example.com/callback/..;/admin',
      'https://shop.example.com/callback/../callback',
      'https://shop.example.com/%63allback',
      'https://SHOP.example.com/callback',
      'https://shop.example.com@evil.example/callback',
      'https://shop.example.com.evil.example/callback',
      'https://evil.example\\@shop.example.com/callback',
      'http://shop.example.com/callback',
      'https://shop.example.com/callback%0d%0aSet-Cookie:x',
      '//shop.example.com/callback',
      'javascript:alert(1)',
      'http://localhost:1234/callback',
      '',
    ]) {
      const { url } = await authorizationRequest(configuration, { redirect_uri: address });
      const response = await browser.get(url);
      const text = await response.text();
      assert.equal(response.status, 400, `${address}: ${text.slice(0, 200)}`);
      assert.equal(response.headers.get('location'), null, address);
      assert.match(text, /<code>invalid_(redirect_uri|request)<\/code>/, address);
      assert.match(text, /This link from the app doesn/, address);
    }
  });

  it('gets nobody logged in by cookies that another host of the domain has planted', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service));
    const attacker = new Browser(service);
    const begun = await attacker.get((await authorizationRequest(configuration)).url);
    const uid = String(new URL(begun.headers.get('location') ?? '', FRONTEND_URL).searchParams.get('interaction'));
    const goesOnAt = new URL(await attacker.answer(uid, session, {}));
    // What the attacker's own browser was given, and what the library once gave: browsers take `__Host-` from nobody else.
    const planted = (path: string) =>
      `${attacker.cookiesFor(path).replaceAll('__Host-', '')}; latchkey_openid_resume=${uid}`;
    const visit = (url: URL) => new Browser(service).get(url, { cookie: planted(url.pathname) });

    const resumed = await visit(goesOnAt);
    assert.deepEqual([resumed.status, resumed.headers.get('location')], [400, null]);
    assert.ok(!resumed.headers.getSetCookie().some((one) => one.includes('latchkey_openid')), 'no session is begun');
    const [set] = (await attacker.get(goesOnAt)).headers.getSetCookie();
    assert.match(String(set), /^__Host-latchkey_openid=[\w-]+; path=\/;(?!.*domain).* secure; httponly$/);
    const silent = await visit((await authorizationRequest(configuration, { prompt: 'none' })).url);
    assert.match(String(silent.headers.get('location')), /error=login_required/);
    const own = await attacker.get((await authorizationRequest(configuration, { prompt: 'none' })).url);
    assert.match(String(own.headers.get('location')), /code=/, 'the browser that logged in is known');
  });

  it('must prove that it began the login, by PKCE with S256 and nothing else', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const configuration = await discover(service, await addOpenIdApp(service, { confidential: true }));
    const browser = new Browser(service);
    const verifier = client.randomPKCECodeVerifier();
    for (const [what, parameters] of Object.entries({
      'no challenge': { code_challenge: undefined, code_challenge_method: undefined },
      'no method': { code_challenge: verifier, code_challenge_method: undefined },
      plain: { code_challenge: verifier, code_challenge_method: 'plain' },
    })) {
      const { url } = await authorizationRequest(configuration);
      for (const [name, value] of Object.entries(parameters)) {
        if (value === undefined) url.searchParams.delete(name);
        else url.searchParams.set(name, value);
      }
      const back = await browser.authorize(url, undefined);
      assert.equal(back.origin + back.pathname, REDIRECT_URI, what);
      assert.equal(back.searchParams.get('error'), 'invalid_request', what);
      assert.equal(back.searchParams.get('iss'), FRONTEND_URL, what);
    }
    const { url, checks } = await authorizationRequest(configuration);
    const callback = await browser.authorize(url, session);
    const wrong = { ...checks, pkceCodeVerifier: verifier };
    await assert.rejects(client.authorizationCodeGrant(configuration, callback, wrong), oauthError('invalid_grant'));
    const { pkceCodeVerifier: _, ...none } = checks;
    await assert.rejects(client.authorizationCodeGrant(configuration, callback, none));
  });

  it('offers no other flow', async (t) => {
    const service = await startService(t, kind, OPENID);
    const app = await addOpenIdApp(service, { confidential: true });
    const configuration = await discover(service, app);
    const metadata = configuration.serverMetadata();
    assert.deepEqual(metadata.response_types_supported, ['code']);
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
    assert.deepEqual([...(metadata.grant_types_supported ?? [])].sort(), ['authorization_code', 'refresh_token']);
    for (const type of ['token', 'id_token', 'code id_token', 'code token', 'none']) {
      const { url } = await authorizationRequest(configuration, { response_type: type });
      const back = await new Browser(service).authorize(url, undefined);
      assert.match(`${back.search}${back.hash}`, /error=(unsupported_response_type|invalid_request)/, type);
    }
    for (const grant_type of ['password', 'client_credentials', 'implicit']) {
      const response = await send('POST', `${service.url}/oidc/token`, {
        headers: {
          authorization: `Basic ${btoa(`${app.id}:${app.secret}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ grant_type, username: 'a', password: 'b' }).toString(),
      });
      assert.equal(response.status, 400);
      assert.match(await response.text(), /unsupported_grant_type|unauthorized_client/);
    }
  });

  it('cannot have its secret guessed around: a wrong one, none, and the hash of it are refused', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const app = await addOpenIdApp(service, { confidential: true });
    const configuration = await discover(service, app);
    const stored = await service.db.one<{ hash: string }>('SELECT secret_hash AS hash FROM openid_clients');
    for (const secret of ['wrong', String(stored?.hash), undefined]) {
      const wrong = await discover(service, { ...app, secret });
      const { url, checks } = await authorizationRequest(configuration);
      const callback = await new Browser(service).authorize(url, session);
      await assert.rejects(client.authorizationCodeGrant(wrong, callback, checks), { status: 401 });
    }
    const tokens = await tokensFor(configuration, new Browser(service), session);
    const introspected = await client.tokenIntrospection(configuration, String(tokens.refresh_token));
    assert.equal(introspected.active, true);
    assert.equal(introspected.sub, String(session.id));
    const other = await discover(service, await addOpenIdApp(service, { confidential: true }));
    assert.equal((await client.tokenIntrospection(other, String(tokens.refresh_token))).active, false);
    const access = await client.tokenIntrospection(configuration, tokens.access_token);
    assert.deepEqual([access.active, access.sub, access.client_id], [true, String(session.id), app.id]);
    assert.equal((await client.tokenIntrospection(other, tokens.access_token)).active, false);
    await client.tokenRevocation(configuration, String(tokens.refresh_token));
    assert.equal((await client.tokenIntrospection(configuration, tokens.access_token)).active, false);
    assert.equal((await client.tokenIntrospection(configuration, String(tokens.refresh_token))).active, false);
  });

  it('is called by pages of its own addresses, and not by one without an origin', async (t) => {
    const service = await startService(t, kind, OPENID);
    const session = await loggedIn(service);
    const own = 'https://shop.example.com';
    const app = await addOpenIdApp(service, {
      native: true,
      redirectUris: [REDIRECT_URI, 'com.example.shop:/callback'],
    });
    const { access_token } = await tokensFor(await discover(service, app), new Browser(service), session);
    const form = { client_id: app.id, token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
    const calls = ['token', 'token/revocation', 'token/introspection', 'request', 'userinfo'];
    for (const call of calls) {
      for (const origin of ['null', 'https://evil.example', 'com.example.shop:', 'com.example.shop://', own]) {
        const { headers } = await send('POST', `${service.url}/oidc/${call}`, {
          headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(call === 'userinfo' ? { access_token } : form).toString(),
        });
        const expected = origin === own ? own : null;
        assert.equal(headers.get('access-control-allow-origin'), expected, `${call} from ${origin}`);
      }
    }
  });

  it('is told its own names whatever the request says', async (t) => {
    const service = await startService(t, kind, OPENID);
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' };
    for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
      const response = await send('GET', `${service.url}${path}`, { headers, body: undefined });
      const document = await response.text();
      assert.equal(response.status, 200);
      assert.ok(!document.includes('evil') && !document.includes('gopher'));
      const { issuer, ...rest } = JSON.parse(document) as Record<string, string>;
      assert.equal(issuer, FRONTEND_URL);
      for (const [name, value] of Object.entries(rest)) {
        if (/_(endpoint|uri)$/.test(name)) assert.ok(value.startsWith(`${FRONTEND_URL}/`), `${name} ${value}`);
      }
    }
  });
});
