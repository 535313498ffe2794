import { isOff } from '../config/built-in-fields.ts';

type Fields = Parameters<typeof isOff>[1];

/** The scopes that apps can request, with their claims. */
export const SCOPE_CLAIMS = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'picture', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
} as const;

/** Without phone numbers, the scope `phone` is accepted but gives no claims. */
export const scopeClaims = (fields: Fields): Readonly<Record<string, readonly string[]>> =>
  isOff('phone_number', fields) ? { ...SCOPE_CLAIMS, phone: [] } : SCOPE_CLAIMS;

/** The scopes that need the person's consent, because they give claims. */
export const scopesThatGive = (scopes: readonly string[], fields: Fields): string[] =>
  scopes.filter((scope) => scopeClaims(fields)[scope]?.length !== 0);

/** Gives refresh tokens and no claims. */
export const OFFLINE_ACCESS = 'offline_access';

/** All scopes, in display order. */
export const OPENID_SCOPES = [...(Object.keys(SCOPE_CLAIMS) as (keyof typeof SCOPE_CLAIMS)[]), OFFLINE_ACCESS] as const;

/** The requested scopes that an app may have. An app that may have refresh tokens need not request them. */
export const wantedScopes = (requested: Iterable<string>, allowed: string): string[] => {
  const scopes = [...requested, OFFLINE_ACCESS];
  return [...new Set(scopes)].filter((scope) => allowed.split(' ').includes(scope));
};
