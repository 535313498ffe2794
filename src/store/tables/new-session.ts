import { randomUUID } from 'node:crypto';
import type { Requester } from '../../lib/requester.ts';
import { type RequiredStatement, required } from '../engine/database.ts';
import type { User } from './user.ts';

interface NewSession {
  readonly valueHash: string;
  /** The time until an unused session ends. */
  readonly ttlMs: number;
  /** The time until the session ends in any case; null: use does not prolong it beyond `ttlMs`. */
  readonly longestMs: number | null;
  /** A unique constraint allows one session per user and slot. */
  readonly slot: number;
  /** How the user authenticated (RFC 8176). */
  readonly amr: readonly string[];
  /** Undefined: now. */
  readonly authenticatedAtMs?: number | undefined;
  readonly requester: Requester;
  /** Whether the login and the mailbox may belong to different people. */
  readonly isUnproven: boolean;
}

/** The slot of every session with SESSIONS=single, so that a user cannot have two. */
export const ONLY_SLOT = 0;

const GIVEN = `id, value_hash, expires_at, created_at, last_used_at, authenticated_at, amr, address, user_agent,
  ends_at, is_unproven`;
/** Columns that a session does not inherit from the previous one in its slot. */
const REPLACED = `${GIVEN}, generation, rotation_key, rotated_at`
  .split(/,\s+/)
  .map((column) => `${column} = excluded.${column}`);

const INSERT = `INSERT INTO refresh_tokens (user_id, slot, ${GIVEN})
  SELECT users.id, $9, $2, $3, now() + ms($4), now(), now(),
    CASE WHEN at($13) < now() THEN at($13) ELSE now() END, $5, $6, $7, now() + ms($10), $12
  FROM users WHERE users.id = $1 AND credential_version = $8 AND second_factors = $11
  AND account_status = 'ACTIVE' FOR UPDATE
  ON CONFLICT (user_id, slot) DO UPDATE SET ${REPLACED.join(', ')}
  RETURNING id, authenticated_at AS "authenticatedAtMs"`;

interface InsertedSession {
  readonly id: string;
  readonly authenticatedAtMs: number;
}

/**
 * Begins a session and replaces the one in its slot. Returns no row if the password was replaced, a factor added or
 * removed, or the account suspended since the check. Only for `core/sign-in/begin-session.ts`, which continues with
 * `removeSurplus`.
 */
export const insertSession = (checked: User, session: NewSession): RequiredStatement<InsertedSession> => {
  const { valueHash, ttlMs, longestMs, slot, amr, authenticatedAtMs = null, requester, isUnproven } = session;
  const { address, userAgent } = requester;
  const { id, credentialVersion, secondFactors } = checked;
  const proof = [JSON.stringify(amr), address, userAgent, credentialVersion];
  const place = [slot, longestMs, secondFactors, Number(isUnproven), authenticatedAtMs];
  return required(INSERT, [id, randomUUID(), valueHash, ttlMs, ...proof, ...place]);
};
