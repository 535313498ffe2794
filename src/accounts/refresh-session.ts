import type { Database } from '../store/database.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import { hashRefreshToken } from '../tokens/refresh-token.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';

/** Issues an access token for a refresh token. Undefined without a valid session; `owner` is undefined when the account was deleted. */
export async function refreshSession(
  { db, tokens }: { readonly db: Database; readonly tokens: SignedTokens },
  refreshToken: string,
): Promise<{ owner: undefined } | { owner: User; accessToken: string } | undefined> {
  const found = await sessions.find(db, hashRefreshToken(refreshToken));
  if (!found) return undefined;
  const { owner } = found;
  return owner ? { owner, accessToken: tokens.access(owner) } : { owner };
}
