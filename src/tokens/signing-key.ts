import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

export const KEY_ALGORITHMS = ['EdDSA', 'ES256', 'HS256'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

export interface PublicJwk extends JsonWebKey {
  readonly kid: string;
}

/** One key of the ring. Each has one algorithm, so that no token can choose another for it. */
export interface SigningKey {
  /** Undefined for SIGNING_SECRET: its tokens name no key. */
  readonly kid: string | undefined;
  readonly algorithm: KeyAlgorithm;
  /** It verifies from the first moment, and signs from this one on. */
  readonly signsFromMs: number;
  readonly signWith: Buffer | string;
  readonly verifyWith: Buffer | string;
  /** What others may know to check our tokens; undefined for a shared secret, of which nobody may know anything. */
  readonly publicJwk: PublicJwk | undefined;
}

/** The keys of this moment, the one that should sign first. */
export interface KeyRing {
  /** The same array until a key comes or goes. */
  current(): readonly SigningKey[];
  /** A token names a key that is not there: it may have come since. */
  lookAgain(): void;
}

export const fixedRing = (...keys: readonly SigningKey[]): KeyRing => ({ current: () => keys, lookAgain() {} });

export const KID = /^[A-Za-z0-9_-]{1,64}$/;

export const secretKey = (secret: string | Buffer, kid?: string, signsFromMs = 0): SigningKey => {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : secret;
  return { kid, algorithm: 'HS256', signsFromMs, signWith: bytes, verifyWith: bytes, publicJwk: undefined };
};

export function privateKey(key: KeyObject, algorithm: 'EdDSA' | 'ES256', kid: string, signsFromMs: number): SigningKey {
  const verifying = createPublicKey(key);
  return {
    kid,
    algorithm,
    signsFromMs,
    signWith: key.export({ type: 'pkcs8', format: 'pem' }),
    verifyWith: verifying.export({ type: 'spki', format: 'pem' }),
    publicJwk: { ...verifying.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' },
  };
}

/** The key that signs at this moment. */
export const signerAt = (keys: readonly SigningKey[], nowMs: number): SigningKey | undefined =>
  keys.find(({ signsFromMs }) => signsFromMs <= nowMs);

/** A JSON Web Key with a private part, as one file of the key folder holds it; undefined when it is none that we use. */
export function keyFromJwk(jwk: JsonWebKey, kid: string, signsFromMs: number): SigningKey | undefined {
  if (jwk.kty === 'oct' && typeof jwk.k === 'string') {
    const secret = Buffer.from(jwk.k, 'base64url');
    return secret.length >= 32 ? secretKey(secret, kid, signsFromMs) : undefined;
  }
  if (typeof jwk.d !== 'string') return undefined;
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return privateKey(importJwk(jwk), 'EdDSA', kid, signsFromMs);
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return privateKey(importJwk(jwk), 'ES256', kid, signsFromMs);
  return undefined;
}

const importJwk = (key: JsonWebKey): KeyObject => createPrivateKey({ key, format: 'jwk' });

/** Names a key to people without giving any of it away. */
export const fingerprint = ({ verifyWith }: SigningKey): string =>
  createHash('sha256').update(verifyWith).digest('hex').slice(0, 16);
