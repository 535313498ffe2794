import { type Endpoint, jsonText } from '../http/endpoint.ts';
import type { KeyRing } from '../tokens/signing-key.ts';

/** The JWKS (RFC 7517): public keys with which other services verify access tokens. Without the envelope, because clients expect a bare key set. */
export const jwksEndpoint = (keys: KeyRing): Endpoint => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  answer: () => jsonText(JSON.stringify({ keys: keys.current().flatMap(({ publicJwk }) => publicJwk ?? []) })),
});
