import { createSigner } from 'fast-jwt';
import { type SigningKey, type SigningKeyRing, signingKeyAt } from '../keys/signing-key.ts';

/** Undefined claims are omitted. */
export type NewClaims = Readonly<Record<string, unknown>>;

type Signer = (claims: NewClaims) => string;

/** Signs with the current key, and follows key rotations without a restart. */
export function createTokenSigner(ring: SigningKeyRing): (claims: NewClaims, nowMs: number) => string {
  let cached: { key: SigningKey; sign: Signer } | undefined;
  return (claims, nowMs) => {
    ring.reload();
    const key = signingKeyAt(ring.current(), nowMs);
    if (!key) throw new Error('no signing key is active yet');
    if (cached?.key !== key) cached = { key, sign: signerOf(key) };
    return cached.sign(claims);
  };
}

const signerOf = ({ signWith, algorithm, kid }: SigningKey): Signer =>
  createSigner({ key: signWith, algorithm, ...(kid !== undefined && { kid }) });
