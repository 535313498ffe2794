import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as jose from 'jose';
import * as client from 'openid-client';
import type { PublicKeyAlgorithm, SigningKey } from '../../src/keys/signing-key.ts';
import { addSigningKey, removeSigningKey } from '../../src/keys/signing-key-folder.ts';
import { cleanUpAfter, type Lifetime } from '../support/clean-up.ts';
import { type DatabaseKind, describeOnBothDatabases } from '../support/databases.ts';
import { addOpenIdApp, authorizationRequest, Browser, discover, OPENID, tokensFor } from '../support/openid.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { FRONTEND_URL, loggedIn, startService } from '../support/service.ts';

const BYE = 'https://shop.example.com/bye';

/** Somebody who is logged in at an app, while this key signs. */
async function loggedInWith(t: Lifetime, kind: DatabaseKind, algorithm: PublicKeyAlgorithm) {
  const folder = mkdtempSync(join(quickFolder(), 'latchkey-hints-'));
  cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  const key = addSigningKey(folder, algorithm, 0, 0);
  const service = await startService(t, kind, { ...OPENID, KEYS_DIR: folder });
  const session = await loggedIn(service);
  const app = await addOpenIdApp(service);
  const configuration = await discover(service, app);
  const browser = new Browser(service);
  const tokens = await tokensFor(configuration, browser, session);
  const isLoggedIn = async () => (await service.db.all('SELECT id FROM refresh_tokens')).length === 1;
  /** A code, or the error in place of one. */
  const silent = async (id_token_hint: string) => {
    const { url } = await authorizationRequest(configuration, { prompt: 'none', id_token_hint });
    const { searchParams } = await browser.authorize(url, undefined);
    return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : '');
  };
  const logout = (id_token_hint: string) =>
    browser.get(client.buildEndSessionUrl(configuration, { id_token_hint, post_logout_redirect_uri: BYE }));
  return { folder, key, service, session, app, tokens, isLoggedIn, silent, logout };
}

const CHANGES: readonly (readonly [from: PublicKeyAlgorithm, to: PublicKeyAlgorithm])[] = [
  ['ES256', 'RS256'],
  ['RS256', 'ES256'],
  ['EdDSA', 'RS256'],
  ['ES256', 'EdDSA'],
  ['RS256', 'RS256'],
];

describeOnBothDatabases('an ID token from before', (kind) => {
  // The database has no part in it.
  for (const [from, to] of kind === 'postgres' ? CHANGES.slice(0, 2) : CHANGES) {
    it(`is a hint after a rotation from ${from} to ${to}, until its key is retired`, async (t) => {
      const { folder, key, service, tokens, isLoggedIn, silent, logout } = await loggedInWith(t, kind, from);
      const hint = String(tokens.id_token);
      // Older than an ID token lasts, too.
      await service.clock.advance(2 * 3_600_000);
      addSigningKey(folder, to, Date.now(), 1);
      await service.clock.advance(10_000);
      const { alg } = jose.decodeProtectedHeader(hint);
      assert.equal(alg, from);
      assert.equal(await silent(hint), 'code');

      removeSigningKey(folder, String(key.kid));
      await service.clock.advance(10_000);
      assert.equal(await silent(hint), 'invalid_request');
      const asked = await logout(hint);
      assert.equal(asked.status, 200);
      assert.match(await asked.text(), /Log out\?/);
      assert.ok(await isLoggedIn());
    });

    it(`logs out after a rotation from ${from} to ${to}`, async (t) => {
      const { folder, service, tokens, isLoggedIn, logout } = await loggedInWith(t, kind, from);
      addSigningKey(folder, to, Date.now(), 1);
      await service.clock.advance(10_000);
      const done = await logout(String(tokens.id_token));
      assert.deepEqual([done.status, done.headers.get('location')], [303, BYE]);
      assert.equal(await isLoggedIn(), false);
    });
  }
});

interface Forgery {
  readonly header?: Record<string, unknown>;
  readonly payload?: Record<string, unknown>;
  readonly key?: (signer: SigningKey) => string | Buffer;
}

/** Each differs from an ID token in one respect. */
const FORGERIES: Readonly<Record<string, Forgery>> = {
  'an access token': { header: { typ: 'at+jwt' } },
  'a logout token': { header: { typ: 'logout+jwt' } },
  'another kind of token': { header: { typ: 'JWT' } },
  'the ID token of another app': { payload: { aud: 'another-app' } },
  'the ID token of another issuer': { payload: { iss: 'https://elsewhere.example' } },
  'a token without a subject': { payload: { sub: undefined } },
  'a subject that is a number': { payload: { sub: 1 } },
  'no key': { header: { kid: undefined } },
  'the signature of another key': { key: () => addedElsewhere().signWith },
};

const addedElsewhere = (): SigningKey => {
  const folder = mkdtempSync(join(quickFolder(), 'latchkey-other-key-'));
  try {
    return addSigningKey(folder, 'ES256', 0, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('a token that is not an ID token', () => {
  it('is no hint: nobody is logged out by it, nor found by it', async (t) => {
    const { key, session, app, tokens, isLoggedIn, silent, logout } = await loggedInWith(t, 'sqlite', 'ES256');
    const sign = async ({ header, payload, key: other }: Forgery) => {
      const claims = { iss: FRONTEND_URL, aud: app.id, sub: String(session.id), iat: 1, exp: 4e9, ...payload };
      const pem = String((other ?? (() => key.signWith))(key));
      return new jose.CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', kid: String(key.kid), ...header })
        .sign(await jose.importPKCS8(pem, 'ES256'));
    };
    const hints: Record<string, string> = {
      'the access token of the app': tokens.access_token,
      'the access token of the service': session.accessToken,
      'an ID token without its signature': String(tokens.id_token).replace(/[^.]+$/, ''),
      'an unsigned token': new jose.UnsecuredJWT({ sub: String(session.id), aud: app.id, iss: FRONTEND_URL }).encode(),
      'no token at all': 'x',
    };
    for (const [what, forgery] of Object.entries(FORGERIES)) hints[what] = await sign(forgery);
    for (const [what, hint] of Object.entries(hints)) {
      assert.equal(await silent(hint), 'invalid_request', what);
      const { status } = await logout(hint);
      assert.equal(status, 400, what);
      assert.ok(await isLoggedIn(), what);
    }
    assert.equal(await silent(await sign({})), 'code');
    assert.equal((await logout(await sign({}))).status, 303);
    assert.equal(await isLoggedIn(), false);
  });
});
