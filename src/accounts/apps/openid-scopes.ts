/** What apps can ask for, with the claims that each gives them. */
export const SCOPE_CLAIMS = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'picture', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
} as const;

/** Gives refresh tokens, and no claim. */
export const OFFLINE_ACCESS = 'offline_access';

/** In the order in which they are listed. */
export const OPENID_SCOPES = [...(Object.keys(SCOPE_CLAIMS) as (keyof typeof SCOPE_CLAIMS)[]), OFFLINE_ACCESS] as const;
