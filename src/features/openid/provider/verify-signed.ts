import { createVerifier } from 'fast-jwt';
import type { SigningKeyRing } from '../../../keys/signing-key.ts';

type Members = Readonly<Record<string, unknown>>;

export interface SignedToken<Payload = Members> {
  readonly header: Members;
  readonly payload: Payload;
}

interface SignedTokenRule {
  /** The `typ` of the header, which distinguishes our kinds of tokens; undefined for none. */
  readonly typ: string | undefined;
  readonly issuer: string;
  readonly ignoreExpiration?: boolean;
}

export function headerOf(token: string): Members {
  const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
  return Object(header);
}

/** The public key named by a token; any key of the ring, whatever its algorithm. */
export const keyNamedBy = ({ kid }: Members, keys: SigningKeyRing) =>
  keys.current().find((key) => key.publicJwk !== undefined && key.kid === kid);

/** Throws unless a key of the ring has signed the token, as one of this kind. */
export function verifySigned<Payload = Members>(
  token: string,
  keys: SigningKeyRing,
  rule: SignedTokenRule,
): SignedToken<Payload> {
  const { typ, issuer, ignoreExpiration = false } = rule;
  const header = headerOf(token);
  const key = keyNamedBy(header, keys);
  if (!key || header.typ !== typ || header.alg !== key.algorithm) throw new Error('not a token of this kind');
  const verify = createVerifier({
    key: key.verifyWith,
    algorithms: [key.algorithm],
    allowedIss: issuer,
    ignoreExpiration,
    cache: false,
  });
  return { header, payload: verify(token) };
}
