import { query, type Reads, type Statement, statement } from '../engine/database.ts';
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
