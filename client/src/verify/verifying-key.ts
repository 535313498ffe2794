/** A key with its one algorithm: the token's header must not choose it. */
export interface VerifyingKey {
  readonly algorithm: string;
  isSignedBy(input: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

export type Jwk = Readonly<Record<string, unknown>>;

interface Algorithm {
  readonly kty: string;
  readonly crv?: string;
  /** The members of the public key. */
  readonly members: readonly string[];
  readonly import: { readonly name: string; readonly namedCurve?: string; readonly hash?: string };
  readonly verify: { readonly name: string; readonly hash?: string };
}

/** The algorithms of Latchkey's public keys. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  EdDSA: {
    kty: 'OKP',
    crv: 'Ed25519',
    members: ['kty', 'crv', 'x'],
    import: { name: 'Ed25519' },
    verify: { name: 'Ed25519' },
  },
  ES256: {
    kty: 'EC',
    crv: 'P-256',
    members: ['kty', 'crv', 'x', 'y'],
    import: { name: 'ECDSA', namedCurve: 'P-256' },
    verify: { name: 'ECDSA', hash: 'SHA-256' },
  },
  RS256: {
    kty: 'RSA',
    members: ['kty', 'n', 'e'],
    import: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    verify: { name: 'RSASSA-PKCS1-v1_5' },
  },
};

const { subtle } = globalThis.crypto;

/** Undefined for keys of another kind, such as those of future versions. */
export async function keyFromJwk(jwk: Jwk): Promise<VerifyingKey | undefined> {
  const found = Object.entries(ALGORITHMS).find(
    ([name, { kty, crv }]) => jwk.kty === kty && jwk.crv === crv && (jwk.alg ?? name) === name,
  );
  if (!found || (jwk.use ?? 'sig') !== 'sig') return undefined;
  const [algorithm, { members, import: imported, verify }] = found;
  const own = Object.fromEntries(members.map((member) => [member, jwk[member]]));
  const key = await subtle.importKey('jwk', own, imported, false, ['verify']);
  return { algorithm, isSignedBy: (input, signature) => subtle.verify(verify, key, signature, input) };
}

/** RFC 7518 and Latchkey require the size of the hash. */
const MIN_SECRET_BYTES = 32;

/** Uses the UTF-8 bytes of the secret. */
export function keyFromSecret(secret: string): Promise<VerifyingKey> {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < MIN_SECRET_BYTES) throw new Error(`a shared secret must have at least ${MIN_SECRET_BYTES} bytes`);
  const imported = subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  return imported.then((key) => ({
    algorithm: 'HS256',
    isSignedBy: (input, signature) => subtle.verify('HMAC', key, signature, input),
  }));
}
