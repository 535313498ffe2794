import type { Database } from '../store/database.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import { hashRefreshToken } from '../tokens/refresh-token.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';

/** Undefined when there is no such session any more; without an owner when the account is gone and its session is not. */
export async function continueSession(
  { db, tokens }: { readonly db: Database; readonly tokens: SignedTokens },
  refreshToken: string,
): Promise<{ owner: undefined } | { owner: User; accessToken: string } | undefined> {
  const found = await sessions.find(db, hashRefreshToken(refreshToken));
  if (!found) return undefined;
  const { owner } = found;
  return owner ? { owner, accessToken: tokens.access(owner) } : { owner };
}
