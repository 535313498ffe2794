import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createHmacSha256 } from '../../src/accounts/hmac-sha256.ts';

const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex');

describe('HMAC-SHA-256', () => {
  it('gives what RFC 4231 gives', () => {
    const cases: [key: Buffer, text: string, mac: string][] = [
      [Buffer.alloc(20, 0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
      [
        Buffer.from('Jefe'),
        'what do ya want for nothing?',
        '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      ],
      [
        Buffer.alloc(131, 0xaa),
        'Test Using Larger Than Block-Size Key - Hash Key First',
        '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
      ],
      [
        Buffer.alloc(131, 0xaa),
        'This is a test using a larger than block-size key and a larger than block-size data. ' +
          'The key needs to be hashed before being used by the HMAC algorithm.',
        '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
      ],
    ];
    for (const [key, text, mac] of cases) assert.equal(hex(createHmacSha256(key)(text)), mac);
  });

  it('gives what Node gives, whatever the key, the text and the one before it', () => {
    for (let length = 0; length < 130; length += 1) {
      const key = randomBytes(length);
      const mac = createHmacSha256(key);
      for (const text of [
        'long'.repeat(900),
        '',
        'x'.repeat(length),
        'ŁÅ漢😀\ud800'.repeat(length),
        'é'.repeat(50 * length),
      ]) {
        assert.equal(mac(text), createHmac('sha256', key).update(text).digest('base64url'));
      }
    }
  });
});
