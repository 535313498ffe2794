import { createSigner, createVerifier } from 'fast-jwt';
import { createHs256 } from './hs256.ts';
import type { KeyAlgorithm, KeyRing, SigningKey } from './signing-key.ts';

export interface ExpectedClaims {
  /** Undefined: not checked. */
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
}

/** The payload of a token that one of the keys has signed. Throws, or returns undefined, for anything else. */
export type TokenVerifier = (token: string) => Payload | undefined;

export type Payload = Readonly<Record<string, unknown>>;

interface KeyVerifier {
  readonly algorithm: KeyAlgorithm;
  readonly verify: (token: string) => unknown;
}

interface OwnVerifier extends KeyVerifier {
  readonly beginning: string;
}

/** What a header may say. Everything else asks us to believe a key, an address or an extension that a stranger wrote. */
const HEADER_MEMBERS = new Set(['alg', 'typ', 'kid']);

export function createTokenVerifier(ring: KeyRing, expected: ExpectedClaims): TokenVerifier {
  let keys: readonly SigningKey[] = [];
  let byKid = new Map<string | undefined, KeyVerifier>();
  // Our own tokens all begin with one of these few strings: to find the key, they need not be decoded.
  let own: readonly OwnVerifier[] = [];

  const useCurrentKeys = () => {
    const current = ring.current();
    if (current === keys) return;
    keys = current;
    byKid = new Map(keys.map((key) => [key.kid, verifierOf(key)]));
    own = keys.map((key) => {
      const header = headerOf(key);
      return { beginning: `${header}.`, ...(ownVerifierOf(key, header) ?? (byKid.get(key.kid) as KeyVerifier)) };
    });
  };
  const verifierNamedBy = (token: string): KeyVerifier | undefined => {
    const { alg, kid } = readHeader(token.slice(0, token.indexOf('.')));
    if (!byKid.has(kid) && kid !== undefined) {
      ring.lookAgain();
      useCurrentKeys();
    }
    const found = byKid.get(kid);
    return found?.algorithm === alg ? found : undefined;
  };

  return (token) => {
    useCurrentKeys();
    const verifier = own.find(({ beginning }) => token.startsWith(beginning)) ?? verifierNamedBy(token);
    const payload = verifier?.verify(token);
    return isObject(payload) && hasClaims(payload, expected) ? payload : undefined;
  };
}

const isObject = (payload: unknown): payload is Payload =>
  typeof payload === 'object' && payload !== null && !Array.isArray(payload);

const hasClaims = ({ iss, aud }: Payload, { issuer, audience }: ExpectedClaims): boolean =>
  (issuer === undefined || iss === issuer) &&
  (audience === undefined || aud === audience || (Array.isArray(aud) && aud.includes(audience)));

/**
 * A signature covers all of a token but its own spelling. The last character has bits to spare, so several decode to the same
 * bytes; right is the one whose spare bits are zero: 2 bits after 32 bytes, 4 bits after 64.
 */
const LAST_CHARACTERS: Record<KeyAlgorithm, string> = {
  HS256: 'AEIMQUYcgkosw048',
  EdDSA: 'AQgw',
  ES256: 'AQgw',
};

function readHeader(encoded: string): { alg: unknown; kid: string | undefined } {
  const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  if (typeof header !== 'object' || header === null) throw new Error('the header is no object');
  if (Object.keys(header).some((member) => !HEADER_MEMBERS.has(member))) throw new Error('the header says too much');
  const { alg, typ, kid } = header as Record<string, unknown>;
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) throw new Error('no JWT');
  if (kid !== undefined && typeof kid !== 'string') throw new Error('kid is no string');
  return { alg, kid };
}

/**
 * Times and claims are checked by who asks, not by the library, because they are checked by the clock that this process was given.
 * No cache: a cached verdict outlives what it was based on.
 */
function verifierOf({ algorithm, verifyWith }: SigningKey): KeyVerifier {
  const decode = createVerifier({
    key: verifyWith,
    algorithms: [algorithm],
    cache: false,
    ignoreExpiration: true,
    ignoreNotBefore: true,
  });
  const lastCharacters = LAST_CHARACTERS[algorithm];
  return { algorithm, verify: (token) => (lastCharacters.includes(token.at(-1) ?? '-') ? decode(token) : undefined) };
}

/** For a token that begins with the very header we write ourselves, there is nothing left to decide but the signature. */
function ownVerifierOf({ algorithm, verifyWith }: SigningKey, header: string): KeyVerifier | undefined {
  if (algorithm !== 'HS256') return undefined;
  const { verify } = createHs256(Buffer.from(verifyWith));
  return { algorithm, verify: (token) => verify(header, token) };
}

export type Signer = (payload: object) => string;

export function signerOf(key: SigningKey): Signer {
  if (key.algorithm !== 'HS256') return librarySigner(key);
  const header = headerOf(key);
  const { sign } = createHs256(Buffer.from(key.signWith));
  return (payload) => sign(header, payload);
}

const librarySigner = ({ signWith, algorithm, kid }: SigningKey): Signer =>
  createSigner({ key: signWith, algorithm, ...(kid !== undefined && { kid }) });

const headerOf = (key: SigningKey): string => String(librarySigner(key)({}).split('.', 1)[0]);
