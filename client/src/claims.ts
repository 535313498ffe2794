export interface Claims {
  readonly purpose?: string;
  /** The id of the session. */
  readonly sid?: string;
  readonly iat?: number;
  readonly exp?: number;
  /** How the user was authenticated (RFC 8176), and when. */
  readonly amr?: readonly string[];
  readonly auth_time?: number;
}

/** What a token says of itself, to plan by and to explain by; whether it is true is for the service to judge. */
export function claimsOf(token = ''): Claims {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}
