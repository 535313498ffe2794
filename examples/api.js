// An API: takes the access tokens that Latchkey has issued for it, and no others.
import { createServer } from 'node:http';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

const { ISSUER, AUDIENCE, PORT, APP_ORIGIN } = process.env;
// Fetched with the first token, and again for a key that it does not have: a rotation needs no restart.
const signingKeys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));
const expected = {
  issuer: ISSUER,
  audience: AUDIENCE,
  typ: 'at+jwt',
  algorithms: ['EdDSA', 'ES256', 'RS256'],
  requiredClaims: ['sub', 'exp', 'scope'],
};

/** Whether it is the token that is wrong, and not that the keys cannot be fetched. */
const isOfToken = (error) =>
  error instanceof errors.JOSEError && !['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'].includes(error.code);

/** Status and body. */
async function answer(authorization = '') {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? '';
  try {
    const { payload } = await jwtVerify(token, signingKeys, expected);
    if (!payload.scope.split(' ').includes('profile')) return [403, { error: 'insufficient_scope' }];
    return [200, { orders: [`one of account ${payload.sub}`] }];
  } catch (error) {
    return isOfToken(error) ? [401, { error: 'invalid_token' }] : [503, { error: 'temporarily_unavailable' }];
  }
}

createServer(async (request, response) => {
  response.setHeader('access-control-allow-origin', APP_ORIGIN);
  response.setHeader('access-control-allow-headers', 'authorization');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const [status, body] = await answer(request.headers.authorization);
  if (status === 503) response.setHeader('retry-after', 5);
  else if (status !== 200) response.setHeader('www-authenticate', `Bearer error="${body.error}"`);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}).listen(PORT, 'localhost', () => console.log(`The API is at http://localhost:${PORT}/`));
