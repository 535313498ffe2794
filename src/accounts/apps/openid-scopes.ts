import type { AccountFields } from '../../config/account-fields.ts';

/** What it depends on which claims there are. */
export type ClaimFields = Pick<AccountFields, 'presence'>;

/** The scopes that apps can request, and the claims that each gives. */
export const SCOPE_CLAIMS = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'picture', 'locale', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
} as const;

/** Without phone numbers, `phone` is no error and gives nothing. */
export const scopeClaims = ({ presence }: ClaimFields): Readonly<Record<string, readonly string[]>> =>
  presence.phone_number === 'off' ? { ...SCOPE_CLAIMS, phone: [] } : SCOPE_CLAIMS;

/** Those that people are asked for. */
export const scopesThatGive = (scopes: readonly string[], fields: ClaimFields): string[] =>
  scopes.filter((scope) => scopeClaims(fields)[scope]?.length !== 0);

/** Gives refresh tokens and no claims. */
export const OFFLINE_ACCESS = 'offline_access';

/** In the order in which they are shown. */
export const OPENID_SCOPES = [...(Object.keys(SCOPE_CLAIMS) as (keyof typeof SCOPE_CLAIMS)[]), OFFLINE_ACCESS] as const;

/** The requested scopes that an app may have. An app that may have refresh tokens need not request them. */
export const wantedScopes = (requested: Iterable<string>, allowed: string): string[] => {
  const asked = [...requested, OFFLINE_ACCESS];
  return [...new Set(asked)].filter((scope) => allowed.split(' ').includes(scope));
};
