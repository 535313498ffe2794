interface Claims {
  readonly purpose?: string;
  /** The id of the session. */
  readonly sid?: string;
  readonly iat?: number;
  readonly exp?: number;
  /** How the user was authenticated (RFC 8176), and when. */
  readonly amr?: readonly string[];
  readonly auth_time?: number;
}

/** The unverified claims of a token, for planning and explaining only: the service verifies them. */
export function claimsOf(token = ''): Claims {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
  } catch {
    return {};
  }
}
