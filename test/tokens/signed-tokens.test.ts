import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { jwtVerify, SignJWT } from 'jose';
import { fixedRing, type SigningKey, secretKey } from '../../src/keys/signing-key.ts';
import { createSignedTokens } from '../../src/tokens/signed-tokens.ts';

const SECRET = 'a-test-key-that-nobody-else-knows-6b1f';
const NOW = 1_900_000_000;

/** The verdict of a service whose clock stands still at this second, or between two. */
function isRead(claims: Record<string, unknown>, nowSeconds = NOW): boolean {
  const tokens = createSignedTokens({
    signingKeys: fixedRing(secretKey(SECRET)),
    issuer: 'latchkey',
    issuerIsChecked: false,
    audience: undefined,
    accessTtlMs: 60_000,
    accessEndsWithPassword: false,
    nowMs: () => nowSeconds * 1000,
  });
  const [header, payload] = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: '1', purpose: 'auth', exp: NOW + 60, ...claims },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url');
  return isGood(tokens.read(`${header}.${payload}.${signature}`));
}

type Read = ReturnType<ReturnType<typeof createSignedTokens>['read']>;
const isGood = (read: Read) => typeof read === 'object';
const userIn = (read: Read) => (typeof read === 'object' ? read.userId : read);

describe('a signed token', () => {
  it('is over at the very moment of its exp, and good until then', () => {
    assert.equal(isRead({ exp: NOW }), false);
    assert.equal(isRead({ exp: NOW }, NOW - 0.001), true);
    assert.equal(isRead({ exp: NOW + 1 }), true);
    assert.equal(isRead({ exp: NOW - 1 }), false);
  });

  it('is good from the very moment of its nbf, and not before', () => {
    assert.equal(isRead({ nbf: NOW }), true);
    assert.equal(isRead({ nbf: NOW }, NOW - 0.001), false);
    assert.equal(isRead({ nbf: NOW + 1 }), false);
    assert.equal(isRead({ nbf: NOW - 1 }), true);
  });

  it('is never good when exp and nbf are one moment', () => {
    for (const nowSeconds of [NOW - 1, NOW, NOW + 1]) assert.equal(isRead({ exp: NOW, nbf: NOW }, nowSeconds), false);
  });

  it('that was read before is over at its exp, and as soon as its key is gone', () => {
    let keys: readonly SigningKey[] = [secretKey(SECRET)];
    let nowMs = NOW * 1000;
    const tokens = createSignedTokens({
      signingKeys: { current: () => keys, reload() {} },
      issuer: 'latchkey',
      issuerIsChecked: false,
      audience: undefined,
      accessTtlMs: 60_000,
      accessEndsWithPassword: false,
      nowMs: () => nowMs,
    });
    const token = tokens.mailed('password_reset', { id: 1, credentialVersion: 1 });
    for (const _ of [1, 2]) assert.equal(userIn(tokens.read(token)), 1);
    keys = [secretKey('another-key-that-nobody-else-knows-9c2e')];
    assert.equal(tokens.read(token), undefined);
    keys = [secretKey(SECRET)];
    assert.equal(userIn(tokens.read(token)), 1);
    nowMs += 24 * 3_600_000;
    assert.equal(tokens.read(token), 'expired');
  });

  it('is read up to the largest account id there can be', () => {
    assert.equal(isRead({ sub: String(Number.MAX_SAFE_INTEGER) }), true);
    assert.equal(isRead({ sub: '9007199254740992' }), false);
  });

  /** SHA-256 works on blocks of 64 bytes, and a longer secret is hashed first. */
  const secrets = [32, 63, 64, 65, 131].map((length) => randomBytes(length));
  const issuer = 'Łatchkey "漢"😀';
  const withSecret = (secret: Buffer) =>
    createSignedTokens({
      signingKeys: fixedRing(secretKey(secret)),
      issuer,
      issuerIsChecked: true,
      audience: 'shop',
      accessTtlMs: 60_000,
      accessEndsWithPassword: true,
      nowMs: () => NOW * 1000,
    });

  it('is accepted by an independent library, with no member for what it does not state', async () => {
    const session = { id: 'b-2', amr: ['pwd', 'otp'], authenticatedAtMs: (NOW - 1) * 1000 };
    const noSession = { id: null, amr: null, authenticatedAtMs: null };
    const common = { sub: '7', purpose: 'auth', iat: NOW, exp: NOW + 60, iss: issuer, aud: 'shop', ver: 0 };
    for (const secret of secrets) {
      const tokens = withSecret(secret);
      for (const [of, claims] of [
        [session, { ...common, sid: 'b-2', amr: ['pwd', 'otp'], auth_time: NOW - 1 }],
        [noSession, common],
      ] as const) {
        const token = tokens.access({ id: 7, credentialVersion: 0 }, of, false);
        const { payload, protectedHeader } = await jwtVerify(token, secret, { currentDate: new Date(NOW * 1000) });
        const { jti, ...stated } = payload;
        assert.deepEqual(stated, claims);
        assert.match(String(jti), /^[0-9a-f-]{36}$/);
        assert.deepEqual(protectedHeader, { alg: 'HS256', typ: 'JWT' });
      }
    }
  });

  it('of an independent library is read, and none of another secret, or with any character changed', async () => {
    const claims = { sub: '1', purpose: 'auth', iss: issuer, aud: 'shop', iat: NOW, exp: NOW + 60 };
    for (const secret of secrets) {
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret);
      const { read } = withSecret(secret);
      assert.equal(withSecret(randomBytes(32)).read(token), undefined);
      for (let at = 0; at < token.length; at += 1) {
        const other = token[at] === 'A' ? 'B' : 'A';
        // One of two bytes, whose second is the right one: it must not pass where only the low byte counts.
        const wide = String.fromCharCode(token.charCodeAt(at) + 0x100);
        for (const wrong of [other, wide])
          assert.equal(read(token.slice(0, at) + wrong + token.slice(at + 1)), undefined, `${at}`);
      }
      const ends = [token.slice(0, -1), `${token}A`, `${token}=`, `${token.slice(0, -1)}é`, `${token.slice(0, -2)}é`];
      const cut = [token.slice(0, token.lastIndexOf('.')), `${token.slice(0, token.indexOf('.'))}.`];
      for (const changed of [...ends, ...cut]) assert.equal(read(changed), undefined, changed);
      assert.equal(userIn(read(token)), 1);
    }
  });
});
