// jose 6
import { createRemoteJWKSet, jwtVerify } from 'jose';

const keys = createRemoteJWKSet(new URL('http://localhost:3000/.well-known/jwks.json'));

export async function userIdOf(token) {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ['EdDSA', 'ES256', 'RS256'],
    issuer: 'latchkey',
    requiredClaims: ['exp', 'sub'],
  });
  if (payload.purpose !== 'auth') throw new Error('not an access token');
  return Number(payload.sub);
}
