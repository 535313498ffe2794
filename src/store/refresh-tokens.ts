import type { User } from '../accounts/user.ts';
import type { Database, Statement } from './database.ts';
import { USER_COLUMNS } from './users.ts';

export interface NewSession {
  readonly valueHash: string;
  readonly ttlMs: number;
}

const REPLACE = `INSERT INTO refresh_tokens (user_id, value_hash, expires_at)
  SELECT id, $2, now() + ms($3) FROM users WHERE id = $1 AND credential_version = $4 AND account_status = 'ACTIVE' FOR UPDATE
  ON CONFLICT (user_id) DO UPDATE SET value_hash = excluded.value_hash, expires_at = excluded.expires_at
  RETURNING user_id`;
/**
 * Ends the user's session and starts a new one, in one write, and only for the credentials that were checked: false when
 * the password was replaced or the account suspended since.
 */
export async function replace(
  db: Database,
  checked: User,
  { valueHash, ttlMs }: NewSession,
  also: Statement[] = [],
): Promise<boolean> {
  const params = [checked.id, valueHash, ttlMs, checked.credentialVersion];
  return (await db.batch([{ sql: REPLACE, params, required: true }, ...also])) !== undefined;
}

const FIND = `SELECT ${USER_COLUMNS} FROM refresh_tokens LEFT JOIN users ON users.id = refresh_tokens.user_id
  WHERE refresh_tokens.value_hash = $1 AND refresh_tokens.expires_at > now()`;
/** The owner of a token that is known and unexpired. */
export async function find(db: Database, valueHash: string): Promise<{ owner: User | undefined } | undefined> {
  const row = await db.one<User | { id: null }>(FIND, [valueHash]);
  if (!row) return undefined;
  return { owner: row.id === null ? undefined : row };
}

const DELETE = 'DELETE FROM refresh_tokens WHERE value_hash = $1 RETURNING user_id';
/** False when there was no such token. */
export const remove = async (db: Database, valueHash: string): Promise<boolean> =>
  (await db.one(DELETE, [valueHash])) !== undefined;
