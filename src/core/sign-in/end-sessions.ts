import type { Requester } from '../../lib/requester.ts';
import { type Actor, byOwner, withoutAddress } from '../../store/audit/record.ts';
import { bulk, change, event } from '../../store/change.ts';
import { commitUnrecorded, NOTHING, orNothing, type Store } from '../../store/commit.ts';
import { orThrow, type Statement } from '../../store/engine/database.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import * as sessions from '../../store/tables/ended-sessions.ts';
import { ofToken } from '../../store/tables/sessions.ts';
import { lockUser } from '../../store/tables/sessions-of-user.ts';
import * as users from '../../store/tables/users.ts';
import { isGenuine, readRefreshToken } from '../../tokens/refresh-token.ts';
import { Refusal } from '../refusal.ts';
import type { RecentLogin } from './recent-login.ts';

const NO_SESSION = new Refusal('session_not_found');
const INVALID_TOKEN = new Refusal('invalid_refresh_token');

/** Logs out with any refresh token that the session has had. Refuses if the session does not exist. */
export async function endSession(db: Store, refreshToken: string, requester: Requester): Promise<void> {
  const token = readRefreshToken(refreshToken);
  const session = await ofToken(db, token.valueHash);
  if (!session || !isGenuine(token, session.rotationKey)) throw INVALID_TOKEN;
  const { userId } = session;
  await db.commit(
    byOwner(requester),
    change(event('logged_out', userId), {
      session: orThrow(sessions.removeByHash(token.valueHash, userId), INVALID_TOKEN),
    }),
  );
}

/** Logs out at an app: ends the session of the hosted pages, if it exists, and with it the login at every app. */
export async function logOut(db: Store, userId: number, id: string, requester: Requester): Promise<void> {
  const session = orThrow(sessions.removeOne(userId, id), NOTHING);
  await orNothing(db.commit(byOwner(requester), change(event('logged_out', userId), { session })));
}

/** Ends a session, and an address change that it requested. Refuses if the user has no such session. */
export async function endOneSession(
  db: Store,
  userId: number,
  id: string,
  _recent: RecentLogin,
  actor: Actor,
): Promise<void> {
  await db.commit(
    actor,
    change(event('session_ended', userId), {
      user: lockUser(userId),
      emailChange: emailChanges.removeRequestedBy(userId, id),
      session: orThrow(sessions.removeOne(userId, id), NO_SESSION),
    }),
  );
}

/**
 * For a batch that changes the protection of an account: ends all other sessions, which have not met the new
 * requirement, and stops an address change that one of them requested. Must follow a lock on the user.
 */
export const endOthers = (userId: number, { sessionId }: RecentLogin): Statement[] => [
  emailChanges.removeRequestedByOthers(userId, sessionId ?? ''),
  sessions.removeOthers(userId, sessionId ?? ''),
];

/** Ends all sessions except one, if given, and an address change that one of them requested. Returns their number. */
export async function endSessionsExcept(
  db: Store,
  userId: number,
  keptId: string | undefined,
  actor: Actor,
): Promise<number> {
  const ending = change(event('session_ended', userId), {
    user: lockUser(userId),
    emailChange:
      keptId === undefined ? emailChanges.removeWaiting(userId) : emailChanges.removeRequestedByOthers(userId, keptId),
    ended: orThrow(sessions.removeOthers(userId, keptId ?? ''), NOTHING),
  });
  const { ended = [] } = (await orNothing(db.commit(actor, ending))) ?? {};
  return ended.length;
}

const ALL_REVOKED = 'one event for all';
/** Ends every session and every reset link of every account. */
export async function endAllSessions(db: Store, actor: Actor): Promise<{ accounts: number; sessions: number }> {
  // Recorded first: an interrupted run has ended sessions too.
  await db.commit(actor, change(event('sessions_revoked', null), {}));
  const ended = { accounts: 0, sessions: 0 };
  for (let afterId = 0; ; ) {
    const { revoked } = await commitUnrecorded(db, ALL_REVOKED, { revoked: users.revokeLinks(afterId) });
    if (revoked.length === 0) return ended;
    const lastId = Math.max(...revoked.map(({ id }) => id));
    const { removed } = await commitUnrecorded(db, ALL_REVOKED, { removed: sessions.removeBetween(afterId, lastId) });
    ended.accounts += revoked.length;
    ended.sessions += removed.length;
    afterId = lastId;
  }
}

/** Users per step: few, so that no login waits long. */
const USERS_PER_STEP = 500;

/**
 * At a start with SESSIONS=single after SESSIONS=many, keeps the newest session of each user, as if each login had
 * ended the previous session. Returns how many ended.
 */
export async function endSessionsOfMany(db: Store): Promise<number> {
  const setting = 'SESSIONS=single';
  let count = 0;
  for (;;) {
    const users = await sessions.usersOfMany(db, USERS_PER_STEP);
    if (!users) return count;
    const { ended } = await db.commit(withoutAddress(setting), bulk(sessions.keepNewest(users, setting)));
    count += ended.length;
  }
}
