import type { Claims } from '../../tokens/signed-tokens.ts';

/** Not exported, so that no other file can create a RecentLogin. */
const checked = Symbol('recent login');

/**
 * Proof that the sender has just authenticated. Sensitive functions of `accounts/` take it as a parameter, so that a
 * caller that forgets the check does not compile. Most only demand it, and call the parameter `_recent`.
 */
export interface RecentLogin {
  readonly [checked]: true;
  /** The session of the login; undefined for the operator. Ending all other sessions keeps this one. */
  readonly sessionId: string | undefined;
}

export interface RecentLoginDemands {
  /**
   * The login must have used more than one factor. Changes of second factors demand it: otherwise a stolen password
   * would suffice to remove the protection against stolen passwords (CVE-2026-3429 of Keycloak).
   */
  readonly secondFactor?: boolean;
}

/** The `amr` value (RFC 8176) of a login with more than one factor. */
export const MULTIPLE_FACTORS = 'mfa';

/**
 * Undefined if the login of this access token is older than `maxAgeMs`, of unknown age, or weaker than demanded. Only
 * for api/require-recent-login.ts, which also checks that the session still exists.
 */
export function checkRecentLogin(
  { sessionId, amr, authenticatedAtMs }: Pick<Claims, 'sessionId' | 'amr' | 'authenticatedAtMs'>,
  limits: RecentLoginDemands & { readonly nowMs: number; readonly maxAgeMs: number },
): RecentLogin | undefined {
  const { nowMs, maxAgeMs, secondFactor = false } = limits;
  if (sessionId === undefined || authenticatedAtMs === undefined) return undefined;
  if (nowMs - authenticatedAtMs > maxAgeMs) return undefined;
  if (secondFactor && !amr?.includes(MULTIPLE_FACTORS)) return undefined;
  return { [checked]: true, sessionId };
}

/** The operator at the command line needs no login: anyone who can run it can read the database. */
export const operatorLogin = (): RecentLogin => ({ [checked]: true, sessionId: undefined });

/** A program has no login. Its scope, which somebody granted after a recent login, takes the place of one. */
export const scopeLogin = (): RecentLogin => ({ [checked]: true, sessionId: undefined });
