import type { Statement } from './database.ts';
import type { User } from './user.ts';

export interface NewSession {
  readonly valueHash: string;
  readonly ttlMs: number;
}

const INSERT = `INSERT INTO refresh_tokens (user_id, value_hash, expires_at)
  SELECT id, $2, now() + ms($3) FROM users WHERE id = $1 AND credential_version = $4 AND account_status = 'ACTIVE' FOR UPDATE
  ON CONFLICT (user_id) DO UPDATE SET value_hash = excluded.value_hash, expires_at = excluded.expires_at
  RETURNING user_id`;
/**
 * Ends the user's session and begins a new one, in one write, and only for the credentials that were checked: it returns no row when
 * the password was replaced or the account suspended since. For `accounts/begin-session.ts` alone, which checks the rest.
 */
export const insertSession = (checked: User, { valueHash, ttlMs }: NewSession): Statement => ({
  sql: INSERT,
  params: [checked.id, valueHash, ttlMs, checked.credentialVersion],
  required: true,
});
