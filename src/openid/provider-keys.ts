import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { type SigningKey, stateOfKey } from '../keys/signing-key.ts';

/** The keys of the ring that others can verify with, as the library wants them. */
export interface ProviderKeys {
  /** Those that sign first: the library takes the first of an algorithm. Those that still wait are only known. */
  readonly jwks: readonly JsonWebKey[];
  /** Of the key that signs. */
  readonly algorithm: string;
  /** The same until another key signs, or one is added or removed. */
  readonly version: string;
}

/** Undefined when no key signs that others can verify with: the secret of HS256 is nobody else's. */
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
