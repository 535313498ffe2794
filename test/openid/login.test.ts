import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as client from 'openid-client';
import { describeOnBothDatabases } from '../support/databases.ts';
import { addOpenIdApp, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { imageOf, PICTURE } from '../support/pictures.ts';
import { claimsOf, FRONTEND_URL, loggedIn, startService, verified } from '../support/service.ts';

describeOnBothDatabases('logging in to an app', (kind) => {
  it('gives the app an ID token, an access token for itself, claims and a refresh token', async (t) => {
    const service = await startService(t, kind, OPENID);
    const app = await addOpenIdApp(service);
    const session = await loggedIn(service);
    const uploaded = await service.request('PUT', '/api/me/picture', {
      token: session.accessToken,
      body: imageOf(PICTURE),
    });
    const configuration = await discover(service, app);
    const tokens = await tokensFor(configuration, new Browser(service), session);
    const claims = tokens.claims();
    assert.equal(claims?.sub, String(session.id));
    assert.equal(claims?.iss, FRONTEND_URL);
    assert.equal(claims?.email, session.email);
    assert.equal(claims?.email_verified, true);
    assert.equal(claims?.acr, 'urn:latchkey:one-factor');
    assert.deepEqual(claims?.amr, ['pwd']);
    assert.equal(claims?.auth_time, claimsOf(session.accessToken).auth_time);

    const access = claimsOf(tokens.access_token) as unknown as Record<string, unknown>;
    assert.equal(access.aud, app.id);
    assert.equal(access.client_id, app.id);
    assert.equal(access.sub, String(session.id));
    const header = JSON.parse(Buffer.from(tokens.access_token.split('.')[0] ?? '', 'base64url').toString());
    assert.equal(header.typ, 'at+jwt');

    const info = await client.fetchUserInfo(configuration, tokens.access_token, String(claims?.sub));
    assert.equal(info.email, session.email);
    assert.equal(info.phone_number, undefined);
    assert.equal(info.picture, `${FRONTEND_URL}${uploaded.data.profile_image_url}`, 'an address that the app can use');

    const renewed = await client.refreshTokenGrant(configuration, String(tokens.refresh_token));
    assert.notEqual(renewed.refresh_token, tokens.refresh_token);
    assert.equal(renewed.claims()?.sub, claims?.sub);
  });

  it('is limited like any login, however often the app sends somebody', async (t) => {
    const service = await startService(t, kind, { ...OPENID, MAX_FAILED_LOGINS: '2' });
    const app = await addOpenIdApp(service);
    const { email, password } = await verified(service);
    const attempt = async (typed: string) => {
      const browser = new Browser(service);
      const headers = {
        cookie: browser.cookiesFor('/api/login'),
        referer: `/login?interaction=${await browser.begin(app)}`,
      };
      return (await service.request('POST', '/api/login', { body: { email, password: typed }, headers })).status;
    };
    assert.deepEqual([await attempt('Wrong-1-x'), await attempt('Wrong-1-y')], [401, 401]);
    assert.deepEqual([await attempt('Wrong-1-z'), await attempt(password)], [429, 429]);
  });
});
