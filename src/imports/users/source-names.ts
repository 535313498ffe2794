/** What `latchkey import --from` takes. */
export const SOURCE_NAMES = [
  'firebase',
  'keycloak',
  'kratos',
  'supabase',
  'auth0',
  'django',
  'aspnet',
  'wordpress',
  'better-auth',
  'generic',
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
