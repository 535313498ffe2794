import type { Purpose } from './purposes-and-lifetimes.ts';

export interface CommonClaims {
  readonly userId: number;
  readonly purpose: Purpose;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

export interface OptionalClaims {
  /** The credential version. */
  readonly ver?: number | undefined;
  /** The session, and how and when (in seconds) its user was authenticated; the names of the claims are those of OpenID Connect. */
  readonly sid?: string | undefined;
  /** `amr`, a JSON array. */
  readonly amrJson?: string | undefined;
  /** `auth_time`. */
  readonly authTime?: number | undefined;
  readonly emailChangeId?: string | undefined;
}

/**
 * The claims of a token as JSON text, by a template in 0.4 µs; JSON.stringify takes 1.0. Only the issuer and the audience can hold a character that JSON
 * escapes, and those are the same in all tokens.
 */
export function createClaimsJson(issuer: string, audience: string | undefined) {
  const aud = audience === undefined ? undefined : JSON.stringify(audience);
  const sender = `${member('iss', JSON.stringify(issuer))}${member('aud', aud)}`;
  return (
    { userId, purpose, iat, exp, jti }: CommonClaims,
    { ver, sid, amrJson, authTime, emailChangeId }: OptionalClaims,
  ): string => {
    const common = `"sub":"${userId}","purpose":"${purpose}","iat":${iat},"exp":${exp},"jti":"${jti}"${sender}`;
    const session = `${member('sid', quoted(sid))}${member('amr', amrJson)}${member('auth_time', authTime)}`;
    return `{${common}${member('ver', ver)}${session}${member('email_change', quoted(emailChangeId))}}`;
  };
}

/** Nothing for a claim that a token does not have. */
const member = (name: string, json: string | number | undefined): string =>
  json === undefined ? '' : `,"${name}":${json}`;

/** An identifier that the service has made. */
const quoted = (id: string | undefined): string | undefined => (id === undefined ? undefined : `"${id}"`);
