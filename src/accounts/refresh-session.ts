import type { Database } from '../store/database.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import { hashRefreshToken } from '../tokens/refresh-token.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';

/**
 * Issues an access token for a refresh token. It says how and when the user was authenticated at login: a refresh is no new authentication.
 * Undefined without a valid session; `owner` is undefined when the account was deleted.
 */
export async function refreshSession(
  { db, tokens }: { readonly db: Database; readonly tokens: SignedTokens },
  refreshToken: string,
): Promise<{ owner: undefined } | { owner: User; accessToken: string } | undefined> {
  const found = await sessions.find(db, hashRefreshToken(refreshToken));
  if (!found) return undefined;
  const { owner, session } = found;
  return owner ? { owner, accessToken: tokens.access(owner, session) } : { owner };
}
