import { event } from '../change.ts';
import {
  type ListStatement,
  query,
  type Reads,
  required,
  list as rows,
  type Statement,
  statement,
} from '../engine/database.ts';
import { IS_ALIVE } from './sessions.ts';

/** A session as shown to its owner. Members that an older version did not store are null. */
export interface ListedSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly amr: readonly string[];
  readonly createdAtMs: number | null;
  readonly lastUsedAtMs: number | null;
}

type Row = Omit<ListedSession, 'amr'> & { readonly amr: string | null };

const LIST = query<Row>`SELECT id, user_agent AS "userAgent", address, amr, created_at AS "createdAtMs",
  last_used_at AS "lastUsedAtMs"
  FROM refresh_tokens WHERE user_id = $1 AND ${IS_ALIVE} ORDER BY last_used_at DESC NULLS LAST, id`;
/** The active sessions of a user, most recently used first. */
export const list = async (db: Reads, userId: number): Promise<ListedSession[]> =>
  (await db.all(LIST, [userId])).map(({ amr, ...row }) => ({ ...row, amr: amr === null ? [] : JSON.parse(amr) }));

const LOCK_USER = 'SELECT id FROM users WHERE id = $1 FOR UPDATE';
/** Precedes the removal of sessions. Logins lock in the same order, so that the two cannot deadlock. */
export const lockUser = (userId: number): Statement => statement(LOCK_USER, [userId]);

const REMOVE = `DELETE FROM refresh_tokens WHERE user_id = $1 AND id = $2 AND ${IS_ALIVE} RETURNING id`;
/** Returns no row if the user has no such session. */
export const removeOne = (userId: number, id: string): Statement => required(REMOVE, [userId, id]);

const REMOVE_OTHERS = `DELETE FROM refresh_tokens
  WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND ${IS_ALIVE} RETURNING id`;
/** Removes all sessions of the user except one, or all if `keptId` is empty. Returns a row for each. */
export const removeOthers = (userId: number, keptId: string): ListStatement<{ readonly id: string }> =>
  rows(REMOVE_OTHERS, [userId, keptId]);

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
  ended: rows<{ readonly user_id: number }>(REMOVE_OLDER, users),
  moved: statement(MOVE_TO_ONLY_SLOT, users),
});
