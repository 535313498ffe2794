import type { Database } from '../store/database.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import { hashRefreshToken } from '../tokens/refresh-token.ts';
import type { SignedTokens } from '../tokens/signed-tokens.ts';
import type { SessionPolicy } from './session-policy.ts';

export interface RefreshServices {
  readonly db: Database;
  readonly tokens: SignedTokens;
  readonly sessionPolicy: SessionPolicy;
}

/** A use is written down, and prolongs the session, at most this often: most refreshes write nothing. */
const LONGEST_UNWRITTEN_MS = 5 * 60_000;
/** Where a session may go unused for minutes only, a use is written down more often: it would end too early otherwise. */
const UNWRITTEN_SHARE = 0.1;

/**
 * Issues an access token for a refresh token. It says how and when the user was authenticated at login: a refresh is no new authentication.
 * Undefined without a valid session; `owner` is undefined when the account was deleted.
 */
export async function refreshSession(
  { db, tokens, sessionPolicy }: RefreshServices,
  refreshToken: string,
): Promise<{ owner: undefined } | { owner: User; accessToken: string } | undefined> {
  const valueHash = hashRefreshToken(refreshToken);
  const found = await sessions.find(db, valueHash);
  if (!found) return undefined;
  const { owner, session } = found;
  if (sessionPolicy.mode === 'many') {
    const { idleMs, lifetimeMs } = sessionPolicy;
    if (session.unusedMs >= Math.min(LONGEST_UNWRITTEN_MS, idleMs * UNWRITTEN_SHARE)) {
      await sessions.prolong(db, valueHash, idleMs, lifetimeMs);
    }
  }
  return owner ? { owner, accessToken: tokens.access(owner, session) } : { owner };
}
