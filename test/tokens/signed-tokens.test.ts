import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { createSignedTokens } from '../../src/tokens/signed-tokens.ts';
import { fixedRing, type SigningKey, secretKey } from '../../src/tokens/signing-key.ts';

const SECRET = 'a-test-key-that-nobody-else-knows-6b1f';
const NOW = 1_900_000_000;

/** The verdict of a service whose clock stands still at this second, or between two. */
function isRead(claims: Record<string, unknown>, nowSeconds = NOW): boolean {
  const tokens = createSignedTokens({
    keys: fixedRing(secretKey(SECRET)),
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
  return tokens.read(`${header}.${payload}.${signature}`) !== undefined;
}

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
      keys: { current: () => keys, reload() {} },
      issuer: 'latchkey',
      issuerIsChecked: false,
      audience: undefined,
      accessTtlMs: 60_000,
      accessEndsWithPassword: false,
      nowMs: () => nowMs,
    });
    const token = tokens.mailed('password_reset', { id: 1, credentialVersion: 1 });
    for (const _ of [1, 2]) assert.equal(tokens.read(token)?.userId, 1);
    keys = [secretKey('another-key-that-nobody-else-knows-9c2e')];
    assert.equal(tokens.read(token), undefined);
    keys = [secretKey(SECRET)];
    assert.equal(tokens.read(token)?.userId, 1);
    nowMs += 24 * 3_600_000;
    assert.equal(tokens.read(token), undefined);
  });

  it('is read up to the largest account id there can be', () => {
    assert.equal(isRead({ sub: String(Number.MAX_SAFE_INTEGER) }), true);
    assert.equal(isRead({ sub: '9007199254740992' }), false);
  });
});
