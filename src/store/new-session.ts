import { randomUUID } from 'node:crypto';
import type { Requester } from '../runtime/requester.ts';
import type { Statement } from './database.ts';
import type { User } from './user.ts';

export interface NewSession {
  readonly valueHash: string;
  readonly ttlMs: number;
  /** How the user proved who they are (RFC 8176). */
  readonly amr: readonly string[];
  readonly requester: Requester;
}

/** While there is one session per user, all are in this slot: the database lets no two of a user be in one. */
const ONLY_SLOT = 0;

/** What the session after another one in its slot does not take over. */
const REPLACED = [
  'id',
  'value_hash',
  'expires_at',
  'created_at',
  'last_used_at',
  'authenticated_at',
  'amr',
  'address',
  'user_agent',
  'ends_at',
].map((column) => `${column} = excluded.${column}`);

const INSERT = `INSERT INTO refresh_tokens
    (user_id, slot, id, value_hash, expires_at, created_at, last_used_at, authenticated_at, amr, address, user_agent, ends_at)
  SELECT users.id, ${ONLY_SLOT}, $2, $3, now() + ms($4), now(), now(), now(), $5, $6, $7, NULL
  FROM users WHERE users.id = $1 AND credential_version = $8 AND account_status = 'ACTIVE' FOR UPDATE
  ON CONFLICT (user_id, slot) DO UPDATE SET ${REPLACED.join(', ')}
  RETURNING id, authenticated_at AS "authenticatedAtMs"`;

/** The row that `insertSession` returns. */
export interface InsertedSession {
  readonly id: string;
  readonly authenticatedAtMs: number;
}

/**
 * Ends the user's session and begins a new one, in one write, and only for the credentials that were checked: it returns no row when
 * the password was replaced or the account suspended since. For `accounts/begin-session.ts` alone, which checks the rest.
 */
export const insertSession = (checked: User, { valueHash, ttlMs, amr, requester }: NewSession): Statement => {
  const { address, userAgent } = requester;
  const { id, credentialVersion } = checked;
  return {
    sql: INSERT,
    params: [id, randomUUID(), valueHash, ttlMs, JSON.stringify(amr), address, userAgent, credentialVersion],
    required: true,
  };
};
