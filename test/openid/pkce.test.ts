import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as client from 'openid-client';
import { describeOnBothDatabases } from '../support/databases.ts';
import { type App, addOpenIdApp, Browser, discover, OPENID, REDIRECT_URI } from '../support/openid.ts';
import { sharedService } from '../support/scenarios.ts';
import { FRONTEND_URL, loggedIn } from '../support/service.ts';

const VERIFIER = 'v'.repeat(43);

describeOnBothDatabases('PKCE', (kind) => {
  const service = sharedService(kind, OPENID);
  const challenge = async () => ({
    code_challenge: await client.calculatePKCECodeChallenge(VERIFIER),
    code_challenge_method: 'S256',
  });
  const asked = ({ id }: App, more: Record<string, string>) =>
    new URLSearchParams({
      ...{ client_id: id, response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid', state: 'x', ...more },
    });
  const apps = {
    'a confidential app': () => addOpenIdApp(service(), { confidential: true }),
    'a confidential app with optional PKCE': () => addOpenIdApp(service(), { confidential: true, pkce: 'optional' }),
    'a public app': () => addOpenIdApp(service()),
    // As no operation writes it.
    'a public app whose row says optional': async () => {
      const app = await addOpenIdApp(service());
      await service().db.one('UPDATE openid_clients SET pkce = $2 WHERE id = $1', [app.id, 'optional']);
      return app;
    },
  };
  const NEEDED = /requires PKCE/;
  const NONCE = /nonce is required without PKCE/;
  /** What it begins with; what is refused. */
  const table: readonly [
    app: keyof typeof apps,
    sent: 'PKCE' | 'a nonce' | 'nothing' | 'an empty nonce',
    why?: RegExp,
  ][] = [
    ['a confidential app', 'PKCE'],
    ['a confidential app', 'a nonce', NEEDED],
    ['a confidential app with optional PKCE', 'PKCE'],
    ['a confidential app with optional PKCE', 'a nonce'],
    ['a confidential app with optional PKCE', 'nothing', NONCE],
    ['a confidential app with optional PKCE', 'an empty nonce', NONCE],
    ['a public app', 'PKCE'],
    ['a public app', 'a nonce', NEEDED],
    ['a public app whose row says optional', 'a nonce', NEEDED],
  ];
  for (const [name, sent, why] of table) {
    it(`${name} that sends ${sent}: ${why ? 'refused' : 'goes on'}, pushed or not`, async () => {
      const app = await apps[name]();
      const parameters = {
        PKCE: await challenge(),
        'a nonce': { nonce: 'n' },
        nothing: {},
        'an empty nonce': { nonce: '' },
      }[sent];
      const response = await new Browser(service()).get(`/oidc/auth?${asked(app, parameters)}`);
      const leadsTo = new URL(response.headers.get('location') ?? '', FRONTEND_URL);
      if (why) assert.match(leadsTo.searchParams.get('error_description') ?? '', why);
      else assert.equal(leadsTo.pathname, '/login', leadsTo.href);

      const authentication: Record<string, string> = app.secret ? { client_secret: app.secret } : {};
      const body = asked(app, { ...parameters, ...authentication });
      const pushed = await fetch(`${service().url}/oidc/request`, { method: 'POST', body });
      assert.equal(pushed.status, why ? 400 : 201);
      if (why) assert.match(await pushed.text(), why);
    });
  }

  it('that was used is checked, and one that was not cannot be added to the code', async () => {
    const app = await apps['a confidential app with optional PKCE']();
    const configuration = await discover(service(), app);
    const exchange = async (parameters: Record<string, string>, pkceCodeVerifier?: string) => {
      const session = await loggedIn(service());
      const browser = new Browser(service());
      const callback = await browser.authorize(`/oidc/auth?${asked(app, { nonce: 'n', ...parameters })}`, session);
      const checks = { expectedState: 'x', expectedNonce: 'n', ...(pkceCodeVerifier && { pkceCodeVerifier }) };
      return client.authorizationCodeGrant(configuration, callback, checks).then(
        ({ id_token: token }) => typeof token,
        (error) => error.error,
      );
    };
    assert.equal(await exchange({}), 'string');
    assert.equal(await exchange(await challenge(), VERIFIER), 'string');
    assert.equal(await exchange(await challenge()), 'invalid_grant');
    assert.equal(await exchange(await challenge(), 'w'.repeat(43)), 'invalid_grant');
    // Somebody took the challenge out of the request on its way (RFC 9700, 4.8).
    assert.equal(await exchange({}, VERIFIER), 'invalid_grant');
  });
});
