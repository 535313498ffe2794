import { OFFLINE_ACCESS } from '../accounts/apps/openid-scopes.ts';

/**
 * The scopes that an app asks for and may have. One that may have refresh tokens gets them without asking for them each
 * time.
 */
export const wantedScopes = (requested: Iterable<string>, allowed: string): string[] => {
  const asked = [...requested, OFFLINE_ACCESS];
  return [...new Set(asked)].filter((scope) => allowed.split(' ').includes(scope));
};
