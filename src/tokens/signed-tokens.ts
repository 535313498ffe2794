import { randomUUID } from 'node:crypto';
import { lifetimeMs, type MailedPurpose, PURPOSES, type Purpose } from '../declare/purposes-and-lifetimes.ts';
import type { SigningKeyRing } from '../keys/signing-key.ts';
import { createTokenSigner, type NewClaims } from './token-signer.ts';
import { createTokenVerifier, type Payload } from './token-verifier.ts';

export interface Claims {
  readonly userId: number;
  /** Undefined if the claim is missing or not a string. */
  readonly purpose: string | undefined;
  /** The user's credential version when the token was issued. */
  readonly version: number | undefined;
  /** The session of an access token. Undefined, like the two below, in other tokens and from older versions. */
  readonly sessionId: string | undefined;
  /** How the user authenticated (RFC 8176), such as `pwd`. */
  readonly amr: readonly string[] | undefined;
  /** When the user authenticated. A refresh keeps it. */
  readonly authenticatedAtMs: number | undefined;
  /** The change of address that a mailed link is for. */
  readonly emailChangeId: string | undefined;
  /** The administrator who acts as the user, and the id of the row that permits it. */
  readonly acting: { readonly id: string; readonly adminId: number } | undefined;
}

/** The user that a token is issued to. */
interface Subject {
  readonly id: number;
  readonly credentialVersion: number;
}

/** The session that an access token is issued for. Null if an older version did not store it. */
interface AccessSession {
  readonly id: string | null;
  readonly amr: readonly string[] | null;
  readonly authenticatedAtMs: number | null;
}

export interface SignedTokens {
  /** For a user who must add a second factor first, the token is accepted only for that, by other services too. */
  access(user: Subject, session: AccessSession, needsFactorSetup: boolean): string;
  /** A token for an administrator who acts as the user. Replacing the account's password invalidates it. */
  acting(user: Subject, acting: NonNullable<Claims['acting']>, ttlMs: number): string;
  /** A token for a link in an e-mail; `emailChangeId` if the link is about a change of address. */
  mailed(purpose: MailedPurpose, user: Subject, emailChangeId?: string): string;
  /** The claims of a token with a valid signature, unless it has expired; undefined for anything else. */
  read(token: string): Claims | 'expired' | undefined;
}

interface TokenSettings {
  readonly signingKeys: SigningKeyRing;
  readonly issuer: string;
  /** True once TOKEN_ISSUER is set. Until then, other services that share the secret may issue tokens too. */
  readonly issuerIsChecked: boolean;
  /** Once set, issued as `aud` and required in every token. */
  readonly audience: string | undefined;
  readonly accessTtlMs: number;
  /** Adds the credential version to access tokens, so that replacing the password invalidates them. */
  readonly accessEndsWithPassword: boolean;
  readonly nowMs: () => number;
}

/** Tokens issued here are under 600 bytes; a longer one is refused before it is decoded. */
const MAX_TOKEN_LENGTH = 4096;

export function createSignedTokens(settings: TokenSettings): SignedTokens {
  const { signingKeys, issuer, audience, accessTtlMs, accessEndsWithPassword, nowMs } = settings;
  const sign = createTokenSigner(signingKeys);
  const verify = createTokenVerifier(signingKeys, { issuer: settings.issuerIsChecked ? issuer : undefined, audience });

  const issue = (userId: number, purpose: Purpose, ttlMs: number, more: NewClaims): string => {
    const issuedAtMs = nowMs();
    const iat = Math.floor(issuedAtMs / 1000);
    const exp = iat + Math.floor(ttlMs / 1000);
    const common = { sub: String(userId), purpose, iat, exp, jti: randomUUID(), iss: issuer, aud: audience };
    return sign({ ...common, ...more }, issuedAtMs);
  };

  return {
    access: (user, session, needsFactorSetup) =>
      issue(user.id, needsFactorSetup ? 'factor_setup' : 'auth', accessTtlMs, {
        ver: accessEndsWithPassword ? user.credentialVersion : undefined,
        sid: session.id ?? undefined,
        amr: session.amr ?? undefined,
        auth_time: session.authenticatedAtMs === null ? undefined : Math.floor(session.authenticatedAtMs / 1000),
      }),
    // `act` (RFC 8693) tells other services who is acting.
    acting: ({ id, credentialVersion }, { id: acting, adminId }, ttlMs) =>
      issue(id, 'acting', ttlMs, { ver: credentialVersion, act: { sub: String(adminId) }, acting }),
    mailed: (purpose, { id, credentialVersion }, emailChangeId) => {
      const ver = PURPOSES[purpose].endsWithPassword === 'always' ? credentialVersion : undefined;
      return issue(id, purpose, lifetimeMs(purpose), { ver, email_change: emailChangeId });
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

function readClaims(
  { sub, purpose, exp, nbf, ver, sid, amr, auth_time, email_change, act, acting }: Payload,
  nowSeconds: number,
): Claims | 'expired' | undefined {
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return undefined;
  if (nowSeconds >= exp) return 'expired';
  if (nbf !== undefined && !(typeof nbf === 'number' && nowSeconds >= nbf)) return undefined;
  if (typeof sub !== 'string' || !/^[1-9]\d{0,15}$/.test(sub) || !Number.isSafeInteger(Number(sub))) return undefined;
  return {
    userId: Number(sub),
    purpose: typeof purpose === 'string' ? purpose : undefined,
    version: typeof ver === 'number' ? ver : undefined,
    sessionId: typeof sid === 'string' ? sid : undefined,
    amr: isListOfStrings(amr) ? amr : undefined,
    authenticatedAtMs: typeof auth_time === 'number' ? auth_time * 1000 : undefined,
    emailChangeId: typeof email_change === 'string' ? email_change : undefined,
    acting: readActing(act, acting),
  };
}

function readActing(act: unknown, id: unknown): Claims['acting'] {
  const adminId = typeof act === 'object' && act !== null && 'sub' in act ? Number(act.sub) : Number.NaN;
  return typeof id === 'string' && Number.isSafeInteger(adminId) ? { id, adminId } : undefined;
}

const isListOfStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
