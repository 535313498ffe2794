import type { Requester } from '../network/requester.ts';
import * as audit from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as sessions from '../store/sessions.ts';
import * as sessionList from '../store/sessions-of-user.ts';
import * as users from '../store/users.ts';
import { isGenuine, readRefreshToken } from '../tokens/refresh-token.ts';
import type { RecentLogin } from './recent-login.ts';

/** Logout, with any refresh token that the session has had. False when there is no such session. */
export async function endSession(db: Database, refreshToken: string, requester: Requester): Promise<boolean> {
  const token = readRefreshToken(refreshToken);
  if (token.generation > 0 && !isGenuine(token, await sessions.rotationKey(db, token.valueHash))) return false;
  const ended = await db.batch([
    sessions.recordLogout(token.valueHash, requester),
    sessions.removeByHash(token.valueHash),
  ]);
  return ended !== undefined;
}

/** Ends a session of the list of devices, and the change of address it asked for. False when the user has none such. */
export async function endOneSession(
  db: Database,
  userId: number,
  id: string,
  _: RecentLogin,
  requester: Requester,
): Promise<boolean> {
  const ended = await db.batch([
    emailChanges.removeAskedBy(userId, id),
    sessionList.removeOne(userId, id),
    audit.record('session_ended', userId, requester),
  ]);
  return ended !== undefined;
}

/** Ends every other session of the user, and a change of address that another one asked for. Returns how many ended. */
export async function endSessionsBesides(
  db: Database,
  userId: number,
  { sessionId }: RecentLogin,
  requester: Requester,
): Promise<number> {
  const ended = await db.batch([
    sessionList.lockUser(userId),
    emailChanges.removeAskedByOthers(userId, sessionId ?? ''),
    sessionList.removeOthers(userId, sessionId ?? ''),
    audit.record('session_ended', userId, requester),
  ]);
  return ended?.[2]?.length ?? 0;
}

/**
 * For a batch that changes how an account is protected: ends all other sessions, which have not proven what is needed
 * from now on, and stops a change of address that one of them asked for. Behind a lock on the user.
 */
export const endOthers = (userId: number, { sessionId }: RecentLogin): Statement[] => [
  emailChanges.removeAskedByOthers(userId, sessionId ?? ''),
  { ...sessionList.removeOthers(userId, sessionId ?? ''), required: false },
];

/** Ends a session of somebody else, and the change of address it asked for. False when the user has none such. */
export const endSessionOf = async (db: Database, userId: number, id: string, actor: audit.Actor): Promise<boolean> =>
  (await db.batch([
    sessionList.lockUser(userId),
    emailChanges.removeAskedBy(userId, id),
    sessionList.removeOne(userId, id),
    audit.recordBy(actor, 'session_ended', userId),
  ])) !== undefined;

/** Ends every session of a user and stops a change of address, by somebody else. Returns how many ended. */
export async function endSessionsOf(db: Database, userId: number, actor: audit.Actor): Promise<number> {
  const ended = await db.batch([
    sessionList.lockUser(userId),
    emailChanges.removeWaiting(userId),
    sessionList.removeOthers(userId, ''),
    audit.recordBy(actor, 'session_ended', userId),
  ]);
  return ended?.[2]?.length ?? 0;
}

/** Ends every session and every outstanding reset link of every account. */
export async function endAllSessions(
  db: Database,
  actor: audit.Actor,
): Promise<{ accounts: number; sessions: number }> {
  // Recorded first: it is done in steps, and one that is interrupted has ended sessions too.
  await db.batch([audit.recordBy(actor, 'sessions_revoked', null)]);
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

/** Small steps, so that no user's login waits for long. */
const USERS_PER_STEP = 500;

/**
 * For a start with SESSIONS=single after one with SESSIONS=many: of each user the session that began last stays, as if
 * each login had ended the session before. Returns how many ended.
 */
export async function endSessionsOfMany(db: Database): Promise<number> {
  let ended = 0;
  for (;;) {
    const more = await sessionList.keepNewest(db, USERS_PER_STEP, 'SESSIONS=single');
    if (more === undefined) return ended;
    ended += more;
  }
}
