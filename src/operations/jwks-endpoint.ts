import { type Endpoint, jsonText } from '../http/endpoint.ts';
import type { SigningKeyRing } from '../tokens/signing-key.ts';
import { KEY_SET_CACHED_MS } from '../tokens/signing-key-ring.ts';

const CACHED = `public, max-age=${KEY_SET_CACHED_MS / 1000}`;

/**
 * The JWKS (RFC 7517), with which other services verify access tokens. No envelope: clients expect a bare key set.
 * `whenEmpty` is called for each answer without a key.
 */
export const jwksEndpoint = (keys: SigningKeyRing, whenEmpty?: () => void): Endpoint => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  answer: () => {
    const published = keys.current().flatMap(({ publicJwk }) => publicJwk ?? []);
    if (published.length === 0) whenEmpty?.();
    const answer = jsonText(JSON.stringify({ keys: published }));
    return { ...answer, headers: { ...answer.headers, 'cache-control': CACHED } };
  },
});
