import { type Endpoint, jsonText } from '../http/endpoint.ts';
import type { SigningKeyRing } from '../tokens/signing-key.ts';
import { KEY_SET_CACHED_MS } from '../tokens/signing-key-ring.ts';

const CACHED = `public, max-age=${KEY_SET_CACHED_MS / 1000}`;

/** The JWKS (RFC 7517), with which other services verify access tokens. No envelope: clients expect a bare key set. */
export const jwksEndpoint = (keys: SigningKeyRing): Endpoint => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  answer: () => {
    const answer = jsonText(JSON.stringify({ keys: keys.current().flatMap(({ publicJwk }) => publicJwk ?? []) }));
    return { ...answer, headers: { ...answer.headers, 'cache-control': CACHED } };
  },
});
