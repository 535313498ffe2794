import { createSigner } from 'fast-jwt';
import { createHs256 } from './hs256.ts';
import { type KeyRing, type SigningKey, signingKeyAt } from './signing-key.ts';

/** Makes a token of claims, given as JSON. */
type Signer = (claims: string) => string;

/** Signs with the key that is current at that moment. A key rotation is followed without a restart. */
export function createTokenSigner(ring: KeyRing): (claims: string, nowMs: number) => string {
  let cached: { key: SigningKey; sign: Signer } | undefined;
  return (claims, nowMs) => {
    const key = signingKeyAt(ring.current(), nowMs);
    if (!key) throw new Error('no key signs yet');
    if (cached?.key !== key) cached = { key, sign: signerOf(key) };
    return cached.sign(claims);
  };
}

function signerOf(key: SigningKey): Signer {
  if (key.algorithm !== 'HS256') return librarySigner(key);
  const header = headerOf(key);
  const { sign } = createHs256(Buffer.from(key.signWith));
  return (claims) => sign(header, claims);
}

function librarySigner({ signWith, algorithm, kid }: SigningKey): Signer {
  const sign = createSigner({ key: signWith, algorithm, ...(kid !== undefined && { kid }) });
  return (claims) => sign(JSON.parse(claims));
}

/** The encoded JOSE header of every token that this key signs. */
export const headerOf = (key: SigningKey): string => String(librarySigner(key)('{}').split('.', 1)[0]);
