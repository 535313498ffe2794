import type { Database } from '../store/database.ts';
import * as sessions from '../store/sessions.ts';
import * as users from '../store/users.ts';
import { hashRefreshToken } from '../tokens/refresh-token.ts';

/** Logout. False when there is no such session. */
export const endSession = (db: Database, refreshToken: string): Promise<boolean> =>
  sessions.remove(db, hashRefreshToken(refreshToken));

/** Ends every session and every outstanding reset link of every account. */
export async function endAllSessions(db: Database): Promise<{ accounts: number; sessions: number }> {
  const ended = { accounts: 0, sessions: 0 };
  for (let afterId = 0; ; ) {
    const ids = await users.revokeLinks(db, afterId);
    if (ids.length === 0) return ended;
    const lastId = Math.max(...ids);
    ended.accounts += ids.length;
    ended.sessions += await sessions.removeBetween(db, afterId, lastId);
    afterId = lastId;
  }
}
