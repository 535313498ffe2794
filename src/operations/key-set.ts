import { type Endpoint, jsonText } from '../http/endpoint.ts';
import type { KeyRing } from '../tokens/signing-key.ts';

/** What other services need to check our tokens. A plain JWK set: those who read it expect that, and no envelope. */
export const jwksEndpoint = (keys: KeyRing): Endpoint => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  answer: () => jsonText(JSON.stringify({ keys: keys.current().flatMap(({ publicJwk }) => publicJwk ?? []) })),
});
