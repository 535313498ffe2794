import { randomUUID } from 'node:crypto';
import { lifetimeMs, type MailedPurpose, PURPOSES, type Purpose } from './purposes.ts';
import { type KeyRing, type SigningKey, signerAt } from './signing-key.ts';
import { createTokenVerifier, type Payload, type Signer, signerOf } from './token-verifier.ts';

export interface Claims {
  readonly userId: number;
  /** Undefined when the token says none, or none that is text. */
  readonly purpose: string | undefined;
  /** The credential version that the token was made for. */
  readonly version: number | undefined;
}

/** Whom a token is made out to. */
export interface Subject {
  readonly id: number;
  readonly credentialVersion: number;
}

export interface SignedTokens {
  access(user: Subject): string;
  /** For the link of an e-mail. */
  mailed(purpose: MailedPurpose, user: Subject): string;
  /** The claims of a token that is ours, whole and unexpired; undefined for anything else. */
  read(token: string): Claims | undefined;
}

export interface TokenSettings {
  readonly keys: KeyRing;
  readonly issuer: string;
  /** Other services may sign with the same secret until someone names the one issuer to believe. */
  readonly issuerIsChecked: boolean;
  /** Issued and demanded once it is set. */
  readonly audience: string | undefined;
  readonly accessTtlMs: number;
  /** Binds access tokens to the password, so that they end with it. */
  readonly accessEndsWithPassword: boolean;
  readonly nowMs: () => number;
}

/** Ours are under 600 bytes; whatever is longer need not be decoded to be refused. */
const MAX_TOKEN_LENGTH = 4096;

export function createSignedTokens(settings: TokenSettings): SignedTokens {
  const { keys, issuer, audience, accessTtlMs, accessEndsWithPassword, nowMs } = settings;
  const sign = createCurrentSigner(keys, nowMs);
  const verify = createTokenVerifier(keys, { issuer: settings.issuerIsChecked ? issuer : undefined, audience });

  const issue = (userId: number, purpose: Purpose, ttlMs: number, ver?: number): string => {
    const iat = Math.floor(nowMs() / 1000);
    const exp = iat + Math.floor(ttlMs / 1000);
    // What is undefined is not in the token: JSON has no word for it.
    return sign({ sub: String(userId), purpose, ver, iat, exp, jti: randomUUID(), iss: issuer, aud: audience });
  };

  return {
    access: ({ id, credentialVersion }) =>
      issue(id, 'auth', accessTtlMs, accessEndsWithPassword ? credentialVersion : undefined),
    mailed: (purpose, { id, credentialVersion }) => {
      const ver = PURPOSES[purpose].endsWithPassword === 'always' ? credentialVersion : undefined;
      return issue(id, purpose, lifetimeMs(purpose), ver);
    },
    read(token) {
      if (token.length > MAX_TOKEN_LENGTH) return undefined;
      let payload: Payload | undefined;
      try {
        payload = verify(token);
      } catch {
        return undefined;
      }
      return payload && readClaims(payload, nowMs() / 1000);
    },
  };
}

function createCurrentSigner(ring: KeyRing, nowMs: () => number) {
  let known: { key: SigningKey; sign: Signer } | undefined;
  return (payload: object): string => {
    const key = signerAt(ring.current(), nowMs());
    if (!key) throw new Error('no key signs yet');
    if (known?.key !== key) known = { key, sign: signerOf(key) };
    return known.sign(payload);
  };
}

function readClaims({ sub, purpose, exp, nbf, ver }: Payload, nowSeconds: number): Claims | undefined {
  if (typeof exp !== 'number' || !Number.isFinite(exp) || nowSeconds >= exp) return undefined;
  if (nbf !== undefined && !(typeof nbf === 'number' && nowSeconds >= nbf)) return undefined;
  if (typeof sub !== 'string' || !/^[1-9]\d{0,15}$/.test(sub) || !Number.isSafeInteger(Number(sub))) return undefined;
  return {
    userId: Number(sub),
    purpose: typeof purpose === 'string' ? purpose : undefined,
    version: typeof ver === 'number' ? ver : undefined,
  };
}
