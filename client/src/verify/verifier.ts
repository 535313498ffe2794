import { type Jws, parseJws } from './jws.ts';
import { createKeySet, KeysUnavailable } from './key-set.ts';
import { TokenRefused } from './token-refused.ts';
import { keyFromSecret, type VerifyingKey } from './verifying-key.ts';

export interface VerifierOptions {
  /** The URL of the key set: `https://accounts.example.com/.well-known/jwks.json`. */
  readonly keys?: string | URL;
  /** SIGNING_SECRET, if it signs; together with `keys` while you migrate. */
  readonly secret?: string;
  /** SIGNING_SECRETS, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** TOKEN_ISSUER, or the issuer of OpenID for tokens of an app. */
  readonly issuer?: string;
  /** TOKEN_AUDIENCE, if it is set; the audience of the client for tokens of an app. */
  readonly audience?: string;
  /** `app`: tokens for one app (RFC 9068), with an audience and scopes instead of a purpose. */
  readonly kind?: 'session' | 'app';
  /**
   * Also accepts tokens of administrators who act as a user (ACT_AS_USER): check `act` before you let them change
   * anything. Only Latchkey itself notices if they end early.
   */
  readonly acting?: boolean;
  /** By how many seconds the clocks may differ. */
  readonly clockTolerance?: number;
}

/** What a request needs in addition to a valid token. */
export interface Needs {
  /** All of these, separated by spaces; for tokens of an app. */
  readonly scope?: string;
  /** The maximum age of the login in seconds. A token without the time of its login counts as old. */
  readonly maxAge?: number;
  readonly secondFactor?: boolean;
  /** The URL of an MCP server's protected resource metadata (RFC 9728), named in refusals. */
  readonly resourceMetadata?: string;
}

/** The verified claims of a token. */
export interface AccessClaims {
  /** The id of the user; tokens of an app may have a different one per app. */
  readonly sub: string;
  readonly exp: number;
  readonly iss: string;
  readonly iat?: number;
  readonly jti?: string;
  readonly aud?: string | readonly string[];
  /** The session; a refresh keeps it. */
  readonly sid?: string;
  /** How the user logged in (RFC 8176), and when. */
  readonly amr?: readonly string[];
  readonly auth_time?: number;
  readonly scope?: string;
  readonly client_id?: string;
  /** The administrator who acts as the user (RFC 8693), if `acting` is set. */
  readonly act?: { readonly sub: string };
}

/** Throws a TokenRefused. */
export type Verifier = (token: string, needs?: Needs) => Promise<AccessClaims>;

export function createVerifier(options: VerifierOptions): Verifier {
  const { keys, secret, secrets = {}, kind = 'session', audience, acting = false, clockTolerance = 0 } = options;
  const { issuer = kind === 'session' ? 'latchkey' : undefined } = options;
  if (!keys && secret === undefined && Object.keys(secrets).length === 0)
    throw new Error('keys or a secret is required');
  if (issuer === undefined) throw new Error('tokens of an app need an issuer');
  if (kind === 'app' && audience === undefined) throw new Error('tokens of an app need an audience');

  const keySet = keys ? createKeySet(keys) : undefined;
  const shared = new Map<string | undefined, Promise<VerifyingKey>>();
  for (const [name, value] of Object.entries(secrets)) shared.set(name, keyFromSecret(value));
  if (secret !== undefined) shared.set(undefined, keyFromSecret(secret));

  async function isSigned({ alg, kid, input, signature }: Jws): Promise<boolean> {
    // A public key must never be used as a secret.
    const key = alg === 'HS256' ? await shared.get(kid) : kid !== undefined && (await keySet?.find(kid));
    return key ? key.algorithm === alg && key.isSignedBy(input, signature) : false;
  }

  return async (token, needs = {}) => {
    const jws = parsed(token);
    const problem = claimsProblem(jws, { issuer, audience, kind, acting, clockTolerance });
    if (problem !== undefined) throw new TokenRefused('invalid_token', problem);
    const signed = await isSigned(jws).catch((error: unknown) => {
      if (!(error instanceof KeysUnavailable)) throw error;
      throw new TokenRefused('keys_unavailable', error.message);
    });
    if (!signed) throw new TokenRefused('invalid_token', 'not signed by a known key');
    const claims = jws.payload as unknown as AccessClaims;
    requireNeeds(claims, needs);
    return claims;
  };
}

function parsed(token: string): Jws {
  try {
    return parseJws(token);
  } catch {
    throw new TokenRefused('invalid_token', 'malformed');
  }
}

interface Expected extends Required<Pick<VerifierOptions, 'issuer' | 'kind' | 'acting' | 'clockTolerance'>> {
  readonly audience: string | undefined;
}

function claimsProblem({ typ, payload }: Jws, expected: Expected): string | undefined {
  const { exp, nbf, iss, aud, sub, purpose, act } = payload;
  const nowSeconds = Date.now() / 1000;
  const isApp = expected.kind === 'app';
  if (typ.toLowerCase().replace(/^application\//, '') !== (isApp ? 'at+jwt' : 'jwt')) return 'another type of token';
  // The same keys sign the tokens of mailed links.
  const isActing = !isApp && purpose === 'acting';
  if (isActing && !expected.acting) return 'an administrator acts as the user';
  if (isApp ? purpose !== undefined : purpose !== 'auth' && !isActing) return 'not an access token';
  // `act` belongs in acting tokens only.
  if (isActing ? !isActor(act) : act !== undefined) return 'no actor';
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'no expiry';
  if (nowSeconds >= exp + expected.clockTolerance) return 'expired';
  if (nbf !== undefined && !(typeof nbf === 'number' && nowSeconds >= nbf - expected.clockTolerance)) return 'not yet';
  if (iss !== expected.issuer) return 'another issuer';
  const audiences = aud === undefined ? [] : [aud].flat();
  // A token with an audience is refused if none is expected.
  if (expected.audience === undefined ? audiences.length > 0 : !audiences.includes(expected.audience))
    return 'another audience';
  if (typeof sub !== 'string' || !(isApp ? sub !== '' : isUserId(sub))) return 'no user';
  return undefined;
}

const isActor = (act: unknown): boolean =>
  typeof act === 'object' && act !== null && 'sub' in act && typeof act.sub === 'string' && isUserId(act.sub);

const isUserId = (sub: string): boolean => /^[1-9]\d{0,15}$/.test(sub) && Number.isSafeInteger(Number(sub));

function requireNeeds({ scope, auth_time, amr }: AccessClaims, needs: Needs): void {
  const granted = typeof scope === 'string' ? scope.split(' ') : [];
  if (needs.scope?.split(' ').some((one) => !granted.includes(one)))
    throw new TokenRefused('insufficient_scope', `needs ${needs.scope}`, { scope: needs.scope });
  const { maxAge } = needs;
  if (maxAge !== undefined && !(typeof auth_time === 'number' && Date.now() / 1000 - auth_time <= maxAge))
    throw new TokenRefused('insufficient_user_authentication', 'needs a recent login', { max_age: String(maxAge) });
  if (needs.secondFactor && !(Array.isArray(amr) && amr.includes('mfa')))
    throw new TokenRefused('insufficient_user_authentication', 'needs a second factor', {
      error_description: 'A second factor is required',
    });
}
