/** What apps can ask for, with the claims that each gives them. */
export const SCOPE_CLAIMS = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'picture', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
} as const;

/** Gives refresh tokens, and no claim. */
export const OFFLINE_ACCESS = 'offline_access';

export const SCOPES: readonly string[] = [...Object.keys(SCOPE_CLAIMS), OFFLINE_ACCESS];
