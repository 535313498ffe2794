import { actorId } from '../audit/record.ts';
import { query, type Reads, type RequiredStatement, required, type Statement } from '../engine/database.ts';

/** An administrator's note about an account. */
export interface UserNote {
  readonly id: number;
  readonly text: string;
  /** The author, written like the actor of an audit event: `user:<id>` or `key:<id>`. */
  readonly author: string;
  /** The address of an author who is an administrator with an account. */
  readonly authorEmail: string | null;
  readonly createdAtMs: number;
}

/** Bounds the list. Nobody reads this many. */
export const MAX_NOTES = 200;

const LIST = query<UserNote>`SELECT user_notes.id, user_notes.text, user_notes.author,
    user_notes.created_at AS "createdAtMs",
    authors.email AS "authorEmail"
  FROM user_notes LEFT JOIN users AS authors ON authors.id = ${actorId('user_notes.author')}
  WHERE user_notes.user_id = $1 ORDER BY user_notes.id DESC LIMIT ${MAX_NOTES}`;
/** Newest first. */
export const list = (db: Reads, userId: number): Promise<UserNote[]> => db.all(LIST, [userId]);

const INSERT = `INSERT INTO user_notes (user_id, author, text, created_at)
  SELECT users.id, $2, $3, now() FROM users
  WHERE users.id = $1 AND (SELECT COUNT(*) FROM user_notes WHERE user_id = $1) < ${MAX_NOTES}
  RETURNING id, text, author, created_at AS "createdAtMs"`;
/** Must follow a lock on the user. Returns no row if there are too many notes. */
export const add = (userId: number, author: string, text: string): RequiredStatement<Omit<UserNote, 'authorEmail'>> =>
  required(INSERT, [userId, author, text]);

const REMOVE = 'DELETE FROM user_notes WHERE user_id = $1 AND id = $2 RETURNING id';
/** Returns no row if the account has no such note. */
export const remove = (userId: number, id: number): Statement => required(REMOVE, [userId, id]);
