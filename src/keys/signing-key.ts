import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

export const KEY_ALGORITHMS = ['EdDSA', 'ES256', 'RS256', 'HS256'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];
/** The algorithms with a public key, with which others verify. */
export type PublicKeyAlgorithm = Exclude<KeyAlgorithm, 'HS256'>;

interface PublicJwk extends JsonWebKey {
  readonly kid: string;
}

/** A key of the ring. Each has exactly one algorithm, so a token cannot choose another (algorithm confusion). */
export interface SigningKey {
  /** Undefined for SIGNING_SECRET: its tokens have no `kid`. */
  readonly kid: string | undefined;
  readonly algorithm: KeyAlgorithm;
  /** The key verifies at once, but signs only from this time, when other instances and JWKS caches know it. */
  readonly signsFromMs: number;
  readonly signWith: Buffer | string;
  readonly verifyWith: Buffer | string;
  /** The public key for the JWKS; undefined for a shared secret. */
  readonly publicJwk: PublicJwk | undefined;
}

/** The current keys in order of precedence: the first active one signs, all verify. */
export interface SigningKeyRing {
  /** Returns the same array until the keys change, so that callers can cache by identity. */
  current(): readonly SigningKey[];
  /** Checks whether the keys have changed since the last poll. Rate limited. */
  reload(): void;
}

export const fixedRing = (...keys: readonly SigningKey[]): SigningKeyRing => ({ current: () => keys, reload() {} });

export const KID = /^[A-Za-z0-9_-]{1,64}$/;

export const secretKey = (secret: string | Buffer, kid?: string, signsFromMs = 0): SigningKey => {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'utf8') : secret;
  return { kid, algorithm: 'HS256', signsFromMs, signWith: bytes, verifyWith: bytes, publicJwk: undefined };
};

export function privateKey(
  key: KeyObject,
  algorithm: PublicKeyAlgorithm,
  kid: string,
  signsFromMs: number,
): SigningKey {
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

export const signingKeyAt = (keys: readonly SigningKey[], nowMs: number): SigningKey | undefined =>
  keys.find(({ signsFromMs }) => signsFromMs <= nowMs);

/** `signs`: signs new tokens. `waits`: will sign later. `verifies`: only verifies tokens that it signed. */
export function stateOfKey(
  keys: readonly SigningKey[],
  key: SigningKey,
  nowMs: number,
): 'signs' | 'waits' | 'verifies' {
  if (key === signingKeyAt(keys, nowMs)) return 'signs';
  return key.signsFromMs > nowMs ? 'waits' : 'verifies';
}

/** A signing key from a private JWK; undefined for unsupported key types. */
export function keyFromJwk(jwk: JsonWebKey, kid: string, signsFromMs: number): SigningKey | undefined {
  if (jwk.kty === 'oct' && typeof jwk.k === 'string') {
    const secret = Buffer.from(jwk.k, 'base64url');
    return secret.length >= 32 ? secretKey(secret, kid, signsFromMs) : undefined;
  }
  if (typeof jwk.d !== 'string') return undefined;
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return privateKey(importJwk(jwk), 'EdDSA', kid, signsFromMs);
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return privateKey(importJwk(jwk), 'ES256', kid, signsFromMs);
  if (jwk.kty === 'RSA' && lengthOf(jwk) === RSA_BYTES) return privateKey(importJwk(jwk), 'RS256', kid, signsFromMs);
  return undefined;
}

/** A fixed length gives all signatures the same length (token-verifier.ts). RFC 7518, 3.3: at least 2048 bits. */
const RSA_BYTES = 256;
const lengthOf = ({ n = '' }: JsonWebKey): number => Buffer.from(n, 'base64url').length;

const importJwk = (key: JsonWebKey): KeyObject => createPrivateKey({ key, format: 'jwk' });

/** `<kid>=<fingerprint>`, for comparing instances. */
export const namedFingerprint = (key: SigningKey): string => `${key.kid ?? 'SIGNING_SECRET'}=${fingerprint(key)}`;

/** Identifies a key in `latchkey keys list` without revealing key material. */
export const fingerprint = ({ verifyWith }: SigningKey): string =>
  createHash('sha256').update(verifyWith).digest('hex').slice(0, 16);
