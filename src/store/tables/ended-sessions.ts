import { type EventToRecord, event } from '../change.ts';
import { list, query, type Reads, required, type Statement, statement } from '../engine/database.ts';
import { IS_ALIVE } from './sessions.ts';

/*
 * Every statement that ends sessions, except the removal of expired rows. Each names the users concerned, so that
 * `commit` ends their logins at apps too.
 */

const ending = <S extends Statement>(one: S, ...endsSessionsOf: NonNullable<Statement['endsSessionsOf']>): S => ({
  ...one,
  endsSessionsOf,
});

const REMOVE_BY_HASH = 'DELETE FROM refresh_tokens WHERE value_hash = $1 RETURNING user_id';
/** Ends the session with this refresh token of its user. Rolls its batch back if there is none. */
export const removeByHash = (valueHash: string, userId: number): Statement =>
  ending(required(REMOVE_BY_HASH, [valueHash]), userId);

const REMOVE_ALL = 'DELETE FROM refresh_tokens WHERE user_id = $1';
export const removeAllOf = (userId: number): Statement => ending(statement(REMOVE_ALL, [userId]), userId);

const REMOVE_BETWEEN = 'DELETE FROM refresh_tokens WHERE user_id > $1 AND user_id <= $2 RETURNING user_id';
/** Ends the sessions of all users with ids above `afterId`, up to `lastId`. Returns a row for each. */
export const removeBetween = (afterId: number, lastId: number) =>
  ending(list(REMOVE_BETWEEN, [afterId, lastId]), afterId, lastId);

const REMOVE = `DELETE FROM refresh_tokens WHERE user_id = $1 AND id = $2 AND ${IS_ALIVE} RETURNING id`;
/** Returns no row if the user has no such session. */
export const removeOne = (userId: number, id: string): Statement => ending(required(REMOVE, [userId, id]), userId);

const REMOVE_OTHERS = `DELETE FROM refresh_tokens
  WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND ${IS_ALIVE} RETURNING id`;
/** Removes all sessions of the user except one, or all if `keptId` is empty. Returns a row for each. */
export const removeOthers = (userId: number, keptId: string) =>
  ending(list<{ readonly id: string }>(REMOVE_OTHERS, [userId, keptId]), userId);

/**
 * SQLite re-prepares when it binds a parameter compared with a partial index's condition (`slot <> 0`): the CAST avoids
 * it.
 */
const IN_OTHER_SLOTS = 'user_id = $1 AND slot <> CAST($2 AS bigint)';
const REMOVE_FROM_OTHER_SLOTS = `DELETE FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}`;
const SURPLUS = `user_id = $1 AND slot IN (SELECT slot FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}
    ORDER BY last_used_at DESC NULLS LAST, created_at DESC LIMIT 1000000 OFFSET $3)`;
const ENDED = `SELECT user_id, CAST(NULL AS text) AS subject, CAST(NULL AS text) AS subject_name, COUNT(*) AS count
  FROM refresh_tokens WHERE ${SURPLUS} AND expires_at > now() GROUP BY user_id`;
const REMOVE_SURPLUS = `DELETE FROM refresh_tokens WHERE ${SURPLUS}`;
/**
 * Steps after `insertSession`, which locks the user and may have replaced the session in its slot: keeps this slot's
 * session and the most recently used ones, up to `max`. An event counts the active sessions that end; SESSIONS=single
 * records none.
 */
export const removeSurplus = (userId: number, slot: number, max: number): (Statement | EventToRecord)[] => {
  if (max === 1) return [ending(statement(REMOVE_FROM_OTHER_SLOTS, [userId, slot]), userId)];
  const params = [userId, slot, max - 1];
  const ended = event('session_ended', { sql: ENDED, params }, { by: 'MAX_SESSIONS', keepsEach: false });
  return [ended, ending(statement(REMOVE_SURPLUS, params), userId)];
};

const USERS_OF_MANY = query<{ user_id: number }>`SELECT DISTINCT user_id FROM refresh_tokens WHERE slot <> 0
  ORDER BY user_id LIMIT $1`;
const IN_RANGE = 'user_id >= $1 AND user_id <= $2';
const LOCK_USERS = `SELECT id FROM users WHERE id IN
  (SELECT user_id FROM refresh_tokens WHERE ${IN_RANGE} AND slot <> 0) ORDER BY id FOR UPDATE`;
/** A later session of the same user. Sessions without a time began in an older version. */
const HAS_NEWER = `EXISTS (SELECT 1 FROM refresh_tokens AS newer WHERE newer.user_id = refresh_tokens.user_id AND
  (newer.created_at > refresh_tokens.created_at OR (refresh_tokens.created_at IS NULL AND newer.created_at IS NOT NULL)
    OR (newer.created_at IS NOT DISTINCT FROM refresh_tokens.created_at AND newer.slot > refresh_tokens.slot)))`;
const OWNERS_OF_OLDER = `SELECT user_id, CAST(NULL AS text) AS subject, CAST(NULL AS text) AS subject_name, 1 AS count
  FROM refresh_tokens WHERE ${IN_RANGE} AND ${HAS_NEWER}`;
const REMOVE_OLDER = `DELETE FROM refresh_tokens WHERE ${IN_RANGE} AND ${HAS_NEWER} RETURNING user_id`;
/** Skips users for whom another instance, still with SESSIONS=many, has started one more session. */
const MOVE_TO_ONLY_SLOT = `UPDATE refresh_tokens SET slot = 0 WHERE ${IN_RANGE} AND slot <> 0 AND NOT EXISTS
  (SELECT 1 FROM refresh_tokens AS other WHERE other.user_id = refresh_tokens.user_id
  AND other.slot <> refresh_tokens.slot)`;
/** The first and the last of the next users with sessions outside the slot of SESSIONS=single. */
export async function usersOfMany(db: Reads, limit: number): Promise<readonly [number, number] | undefined> {
  const found = await db.all(USERS_OF_MANY, [limit]);
  const [first, last] = [found[0], found.at(-1)];
  return first && last && [first.user_id, last.user_id];
}

/** Keeps the newest session of each of these users, in the slot of SESSIONS=single. */
export const keepNewest = (users: readonly [number, number], setting: string) => ({
  users: statement(LOCK_USERS, users),
  event: event('session_ended', { sql: OWNERS_OF_OLDER, params: users }, { by: setting }),
  ended: ending(list<{ readonly user_id: number }>(REMOVE_OLDER, users), users[0] - 1, users[1]),
  moved: statement(MOVE_TO_ONLY_SLOT, users),
});
