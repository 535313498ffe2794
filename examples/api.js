// An API: takes the access tokens that Latchkey has issued for it, and no others.
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

const { ISSUER, AUDIENCE, PORT, APP_ORIGIN } = process.env;
const { jwks_uri } = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json();
const signingKeys = createRemoteJWKSet(new URL(jwks_uri));

/** Who the token is for, or undefined for a token that is not for this API. */
async function verify(authorization = '') {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
  const expected = { issuer: ISSUER, audience: AUDIENCE, typ: 'at+jwt', requiredClaims: ['sub', 'exp', 'scope'] };
  const verified = await jwtVerify(token, signingKeys, expected).catch(() => undefined);
  return verified?.payload.scope.split(' ').includes('profile') ? verified.payload : undefined;
}

createServer(async (request, response) => {
  response.setHeader('access-control-allow-origin', APP_ORIGIN);
  response.setHeader('access-control-allow-headers', 'authorization');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const who = await verify(request.headers.authorization);
  response.setHeader('content-type', 'application/json');
  if (!who) response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' });
  response.end(JSON.stringify(who ? { orders: [`one of account ${who.sub}`] } : { error: 'invalid_token' }));
}).listen(PORT, 'localhost', () => console.log(`The API is at http://localhost:${PORT}/`));
