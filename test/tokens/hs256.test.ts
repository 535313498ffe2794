import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { jwtVerify, SignJWT } from 'jose';
import { createHs256 } from '../../src/tokens/hs256.ts';

const header = { alg: 'HS256', typ: 'JWT' };
const encodedHeader = Buffer.from(JSON.stringify(header)).toString('base64url');
const payload = { sub: '1', iss: 'Łatchkey 漢😀', iat: 1_800_000_000 };
/** SHA-256 works on blocks of 64 bytes, and a longer secret is hashed first. */
const secrets = [32, 63, 64, 65, 131].map((length) => randomBytes(length));

describe('HS256', () => {
  it('signs what an independent library accepts', async () => {
    for (const secret of secrets) {
      const verified = await jwtVerify(createHs256(secret).sign(encodedHeader, JSON.stringify(payload)), secret);
      assert.deepEqual(verified.payload, payload);
      assert.deepEqual(verified.protectedHeader, header);
    }
  });

  it('accepts what an independent library signs, and nothing with another secret, signature, header or payload', async () => {
    for (const secret of secrets) {
      const token = await new SignJWT(payload).setProtectedHeader(header).sign(secret);
      const { verify } = createHs256(secret);
      assert.deepEqual(verify(encodedHeader, token), payload);
      assert.equal(createHs256(randomBytes(32)).verify(encodedHeader, token), undefined);
      for (let at = 0; at < token.length; at += 1) {
        const other = token[at] === 'A' ? 'B' : 'A';
        // One of two bytes, whose second is the right one: it must not pass where only the low byte counts.
        const wide = String.fromCharCode(token.charCodeAt(at) + 0x100);
        for (const wrong of [other, wide])
          assert.equal(verify(encodedHeader, token.slice(0, at) + wrong + token.slice(at + 1)), undefined, `${at}`);
      }
    }
  });

  it('refuses a signature that is shorter, longer, missing, or has characters of several bytes', () => {
    const { sign, verify } = createHs256(Buffer.alloc(32, 1));
    const token = sign(encodedHeader, JSON.stringify(payload));
    for (const changed of [
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      `${token.slice(0, -1)}é`,
      `${token.slice(0, -2)}é`,
    ]) {
      assert.equal(verify(encodedHeader, changed), undefined, changed);
    }
    assert.equal(verify(encodedHeader, token.slice(0, token.lastIndexOf('.'))), undefined);
    assert.equal(verify(encodedHeader, `${encodedHeader}.`), undefined);
  });
});
