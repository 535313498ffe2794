import { type DescribedEndpoint, type Endpoint, jsonText } from '../http/endpoint.ts';
import { KEY_ALGORITHMS, type SigningKeyRing } from '../keys/signing-key.ts';
import { KEY_SET_CACHED_MS } from '../keys/signing-key-ring.ts';
import { list, literal, named, object, oneOf, string } from './json-schema.ts';

const CACHED = `public, max-age=${KEY_SET_CACHED_MS / 1000}`;

export const KEY_SET = {
  id: 'getKeySet',
  path: '/.well-known/jwks.json',
  summary: 'Get the key set (JWKS)',
  description:
    'Other services verify access tokens with it (RFC 7517). No envelope. Empty while tokens are signed with ' +
    'a shared secret.',
  answers: named(
    'KeySet',
    object({
      keys: list({
        type: 'object',
        required: ['kty', 'kid', 'alg'],
        properties: { kty: string(), kid: string(), alg: oneOf(KEY_ALGORITHMS), use: literal('sig') },
        additionalProperties: true,
      }),
    }),
  ),
  example: {
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
        kid: '2026-01-31-a1b2',
        alg: 'EdDSA',
        use: 'sig',
      },
    ],
  },
} as const satisfies DescribedEndpoint;

/**
 * The JWKS (RFC 7517), with which other services verify access tokens. No envelope, because clients expect a bare key
 * set. `whenEmpty` is called for each answer without a key.
 */
export const jwksEndpoint = (keys: SigningKeyRing, whenEmpty?: () => void): Endpoint => ({
  method: 'GET',
  path: KEY_SET.path,
  answer: () => {
    keys.reload();
    const published = keys.current().flatMap(({ publicJwk }) => publicJwk ?? []);
    if (published.length === 0) whenEmpty?.();
    const answer = jsonText(JSON.stringify({ keys: published }));
    return { ...answer, headers: { ...answer.headers, 'cache-control': CACHED } };
  },
});
