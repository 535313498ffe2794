import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { type SigningKey, stateOfKey } from '../../../keys/signing-key.ts';

/** The keys with a public part, in the library's form. */
export interface ProviderKeys {
  /** The signing key comes first, because the library takes the first of an algorithm; waiting keys come last. */
  readonly jwks: readonly JsonWebKey[];
  /** The algorithm of the signing key. */
  readonly algorithm: string;
  /** Changes when another key signs, or one is added or removed. */
  readonly version: string;
}

/** Undefined if the signing key has no public part (HS256). */
export function providerKeys(ring: readonly SigningKey[], nowMs: number): ProviderKeys | undefined {
  const keys = ring.filter(({ publicJwk }) => publicJwk !== undefined);
  const isActive = (key: SigningKey) => stateOfKey(keys, key, nowMs) !== 'waits';
  const inOrder = [...keys.filter(isActive), ...keys.filter((key) => !isActive(key))];
  const [signer] = inOrder;
  if (!signer || !isActive(signer)) return undefined;
  return {
    jwks: inOrder.map(({ kid, algorithm, signWith }) => ({
      ...createPrivateKey(signWith).export({ format: 'jwk' }),
      kid,
      alg: algorithm,
      use: 'sig',
    })),
    algorithm: signer.algorithm,
    version: inOrder.map((key) => `${key.kid} ${isActive(key)}`).join('\n'),
  };
}
