import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClaimsJson } from '../../src/tokens/claims-json.ts';

const common = { userId: 7, purpose: 'auth', iat: 1_800_000_000, exp: 1_800_000_900, jti: 'a-1' } as const;
const claims = { sub: '7', purpose: 'auth', iat: 1_800_000_000, exp: 1_800_000_900, jti: 'a-1' };

describe('the claims as JSON', () => {
  it('have no member for what a token does not state', () => {
    assert.deepEqual(JSON.parse(createClaimsJson('latchkey', undefined)(common, {})), { ...claims, iss: 'latchkey' });
  });

  it('have all that a token can state, a credential version of 0 and the address of a change included', () => {
    const json = createClaimsJson('latchkey', 'shop');
    const session = { sid: 'b-2', amrJson: '["pwd","otp"]', authTime: 1_799_999_999 };
    assert.deepEqual(JSON.parse(json(common, { ver: 0, ...session, emailChangeId: 'c-3' })), {
      ...claims,
      iss: 'latchkey',
      aud: 'shop',
      ver: 0,
      sid: 'b-2',
      amr: ['pwd', 'otp'],
      auth_time: 1_799_999_999,
      email_change: 'c-3',
    });
  });

  it('escape an issuer and an audience of any characters', () => {
    const [issuer, audience] = ['the "latch"key\\\n', 'Łatchkey 漢😀","sub":"1'];
    assert.deepEqual(JSON.parse(createClaimsJson(issuer, audience)(common, {})), {
      ...claims,
      iss: issuer,
      aud: audience,
    });
  });
});
