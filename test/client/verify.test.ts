import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createVerifier, type VerifierOptions } from '../../client/src/verify/index.ts';
import { addSigningKey } from '../../src/keys/signing-key-folder.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { forge, forgeWith, HEADER, hmac, hostileTokens } from '../support/hostile-tokens.ts';
import { loggedIn, resetToken, SIGNING_SECRET, startService } from '../support/service.ts';
import { claims, codeOf, jwkOf, made, PAIRS, serveKeys, signerOf } from './made-tokens.ts';

describe('the check of tokens', () => {
  it('believes the service, with a shared secret and with published keys, and no other token of it', async (t) => {
    const shared = await startService(t, 'sqlite');
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-verify-'));
    cleanUpAfter(t, () => rmSync(folder, { recursive: true, force: true }));
    addSigningKey(folder, 'EdDSA', Date.now(), 0);
    const published = await startService(t, 'sqlite', { KEYS_DIR: folder });
    const verifiers = [
      [shared, createVerifier({ secret: SIGNING_SECRET })],
      [published, createVerifier({ keys: `${published.url}/.well-known/jwks.json` })],
    ] as const;
    for (const [service, verify] of verifiers) {
      const { id, email, accessToken } = await loggedIn(service);
      assert.equal((await verify(accessToken)).sub, String(id));
      assert.equal(await codeOf(verify(await resetToken(service, email))), 'invalid_token');
    }
    const [[, withSecret], [, withKeys]] = verifiers;
    assert.equal(await codeOf(withKeys((await loggedIn(shared)).accessToken)), 'invalid_token');
    assert.equal(await codeOf(withSecret((await loggedIn(published)).accessToken)), 'invalid_token');
  });

  it('refuses every hostile token, whatever key there is', async (t) => {
    const token = forge(HEADER, claims());
    const shared = createVerifier({ secret: SIGNING_SECRET });
    assert.equal(await codeOf(shared(token)), 'good');
    for (const [name, hostile] of Object.entries(hostileTokens({ claims: claims(), token })))
      assert.equal(await codeOf(shared(hostile)), 'invalid_token', name);

    for (const alg of ['EdDSA', 'ES256', 'RS256'] as const) {
      const { url } = await serveKeys(t, [jwkOf(alg), { ...jwkOf(alg === 'ES256' ? 'EdDSA' : 'ES256', 'other-kind') }]);
      // Both at once, as during a move from the secret to a key: the table is full of tokens that mix them up.
      const verify = createVerifier({ keys: url, secret: SIGNING_SECRET });
      assert.equal(await codeOf(verify(made(alg))), 'good', alg);
      const mixed = hostileTokens({ claims: claims(), token: made(alg) }, signerOf(alg));
      const publicKey = PAIRS[alg].publicKey;
      const spellings = {
        pem: publicKey.export({ type: 'spki', format: 'pem' }),
        der: publicKey.export({ type: 'spki', format: 'der' }),
        jwk: JSON.stringify(jwkOf(alg)),
      };
      for (const [spelling, secret] of Object.entries(spellings))
        mixed[`HMAC with the ${spelling}`] = forgeWith({ alg: 'HS256', kid: 'one' }, claims(), (input) =>
          hmac(input, secret),
        );
      mixed['the key of another algorithm'] = made(alg, claims(), { kid: 'other-kind' });
      for (const said of [
        'none',
        alg === 'RS256' ? 'ES256' : 'RS256',
        'RS512',
        alg.toLowerCase(),
        null,
        [alg],
        undefined,
      ])
        mixed[`its own signature, alg ${said}`] = made(alg, claims(), { alg: said });
      mixed['no kid'] = forgeWith({ alg, typ: 'JWT' }, claims(), signerOf(alg).sign);
      for (const [name, hostile] of Object.entries(mixed))
        assert.equal(await codeOf(verify(hostile)), 'invalid_token', `${alg}: ${name}`);
    }
  });

  it('takes no key from the set that Latchkey would not publish', async (t) => {
    const { url } = await serveKeys(t, [
      { kty: 'oct', k: Buffer.from(SIGNING_SECRET).toString('base64url'), kid: 'one', alg: 'HS256' },
      { ...jwkOf('ES256', 'two'), use: 'enc' },
      { ...jwkOf('ES256', 'three'), x: 'AA' },
      { ...jwkOf('EdDSA', 'four') },
    ]);
    const verify = createVerifier({ keys: url });
    const hs256 = forgeWith({ alg: 'HS256', kid: 'one' }, claims(), (input) => hmac(input));
    assert.equal(await codeOf(verify(hs256)), 'invalid_token');
    for (const kid of ['two', 'three'])
      assert.equal(await codeOf(verify(made('ES256', claims(), { kid }))), 'invalid_token');
    assert.equal(await codeOf(verify(made('EdDSA', claims(), { kid: 'four' }))), 'good');
  });

  it('asks for issuer, audience, time and purpose', async () => {
    const check = (options: VerifierOptions, payload: object) =>
      codeOf(createVerifier({ secret: SIGNING_SECRET, ...options })(forge(HEADER, payload)));
    const now = Math.floor(Date.now() / 1000);
    const rows: readonly (readonly [VerifierOptions, object, string])[] = [
      [{ issuer: 'https://ours.example' }, claims(), 'invalid_token'],
      [{ issuer: 'https://ours.example' }, claims({ iss: 'https://ours.example' }), 'good'],
      [{}, claims({ aud: 'shop' }), 'invalid_token'],
      [{ audience: 'shop' }, claims(), 'invalid_token'],
      [{ audience: 'shop' }, claims({ aud: 'shop' }), 'good'],
      [{ audience: 'shop' }, claims({ aud: ['blog', 'shop'] }), 'good'],
      [{ audience: 'shop' }, claims({ aud: 'shop2' }), 'invalid_token'],
      [{}, claims({ exp: now - 2 }), 'invalid_token'],
      [{ clockTolerance: 5 }, claims({ exp: now - 2 }), 'good'],
      [{ clockTolerance: 5 }, claims({ exp: now - 9 }), 'invalid_token'],
      [{ clockTolerance: 5 }, claims({ nbf: now + 3 }), 'good'],
      [{}, claims({ nbf: now + 3 }), 'invalid_token'],
      ...['password_reset', 'Auth', undefined, ['auth']].map(
        (purpose) => [{}, claims({ purpose }), 'invalid_token'] as const,
      ),
    ];
    for (const [options, payload, code] of rows)
      assert.equal(await check(options, payload), code, JSON.stringify([options, payload]));
    for (const wrong of [{}, { secret: 'short' }, { secret: SIGNING_SECRET, kind: 'app' }] as const)
      assert.throws(() => createVerifier(wrong));
  });

  it('knows tokens of an app by their type, and asks for scopes, a recent login and a second factor', async (t) => {
    const { url } = await serveKeys(t, [jwkOf('EdDSA')]);
    const issuer = 'https://accounts.example.com';
    const app = createVerifier({ keys: url, kind: 'app', issuer, audience: 'https://api.example.com' });
    const { purpose: _, ...own } = claims({ iss: issuer, aud: 'https://api.example.com', scope: 'openid orders:read' });
    const token = made('EdDSA', own, { typ: 'at+jwt' });
    assert.equal((await app(token, { scope: 'orders:read' })).sub, '7');
    assert.equal(await codeOf(app(token, { scope: 'orders:read orders:write' })), 'insufficient_scope');
    assert.equal(await codeOf(app(made('EdDSA', own))), 'invalid_token', 'typ JWT');
    assert.equal(await codeOf(app(made('EdDSA', { ...own, purpose: 'auth' }, { typ: 'at+jwt' }))), 'invalid_token');
    assert.equal(await codeOf(createVerifier({ keys: url, issuer })(token)), 'invalid_token', 'not one of a session');

    const verify = createVerifier({ keys: url });
    const old = claims({ auth_time: claims().iat - 700, amr: ['pwd', 'otp', 'mfa'] });
    assert.equal(await codeOf(verify(made('EdDSA'), { maxAge: 600 })), 'good');
    assert.equal(await codeOf(verify(made('EdDSA', old), { maxAge: 600 })), 'insufficient_user_authentication');
    assert.equal(
      await codeOf(verify(made('EdDSA', claims({ auth_time: undefined })), { maxAge: 600 })),
      'insufficient_user_authentication',
    );
    assert.equal(await codeOf(verify(made('EdDSA', old), { secondFactor: true })), 'good');
    assert.equal(await codeOf(verify(made('EdDSA'), { secondFactor: true })), 'insufficient_user_authentication');
  });
});
