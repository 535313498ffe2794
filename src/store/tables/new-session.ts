import { randomUUID } from 'node:crypto';
import type { Requester } from '../../lib/requester.ts';
import { type Happening, happening } from '../change.ts';
import { type RequiredStatement, required, type Statement, statement } from '../engine/database.ts';
import type { User } from './user.ts';

interface NewSession {
  readonly valueHash: string;
  /** Until it ends unless it is used. */
  readonly ttlMs: number;
  /** Until it ends in any case; null: `ttlMs` is fixed, and use does not prolong it. */
  readonly longestMs: number | null;
  /** Of a user, no two sessions can be in one slot: the database forbids it. */
  readonly slot: number;
  /** How the user proved who they are (RFC 8176). */
  readonly amr: readonly string[];
  readonly requester: Requester;
}

/** With SESSIONS=single every session is in this slot, so that a user cannot have two. */
export const ONLY_SLOT = 0;

const GIVEN =
  'id, value_hash, expires_at, created_at, last_used_at, authenticated_at, amr, address, user_agent, ends_at';
/** What the session after another one in its slot does not take over. */
const REPLACED = `${GIVEN}, generation, rotation_key, rotated_at, rotated_generation`
  .split(', ')
  .map((column) => `${column} = excluded.${column}`);

const INSERT = `INSERT INTO refresh_tokens (user_id, slot, ${GIVEN})
  SELECT users.id, $9, $2, $3, now() + ms($4), now(), now(), now(), $5, $6, $7, now() + ms($10)
  FROM users WHERE users.id = $1 AND credential_version = $8 AND second_factors = $11
  AND account_status = 'ACTIVE' FOR UPDATE
  ON CONFLICT (user_id, slot) DO UPDATE SET ${REPLACED.join(', ')}
  RETURNING id, authenticated_at AS "authenticatedAtMs"`;

/** The row that `insertSession` returns. */
export interface InsertedSession {
  readonly id: string;
  readonly authenticatedAtMs: number;
}

/**
 * Begins a session in place of the one in its slot, for the credentials that were checked: no row when the password was
 * replaced, a factor added or removed, or the account suspended since. For `accounts/sign-in/begin-session.ts` alone.
 */
export const insertSession = (checked: User, session: NewSession): RequiredStatement<InsertedSession> => {
  const { valueHash, ttlMs, longestMs, slot, amr, requester } = session;
  const { address, userAgent } = requester;
  const { id, credentialVersion, secondFactors } = checked;
  const proof = [JSON.stringify(amr), address, userAgent, credentialVersion];
  return required(INSERT, [id, randomUUID(), valueHash, ttlMs, ...proof, slot, longestMs, secondFactors]);
};

/** CAST: SQLite prepares anew whenever it binds a parameter compared with a partial index's condition (`slot <> 0`). */
const IN_OTHER_SLOTS = 'user_id = $1 AND slot <> CAST($2 AS bigint)';
const REMOVE_FROM_OTHER_SLOTS = `DELETE FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}`;
const SURPLUS = `user_id = $1 AND slot IN (SELECT slot FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}
    ORDER BY last_used_at DESC NULLS LAST, created_at DESC LIMIT 1000000 OFFSET $3)`;
const ENDED = `SELECT user_id, CAST(NULL AS text) AS subject, CAST(NULL AS text) AS subject_name, COUNT(*) AS count
  FROM refresh_tokens WHERE ${SURPLUS} AND expires_at > now() GROUP BY user_id`;
const REMOVE_SURPLUS = `DELETE FROM refresh_tokens WHERE ${SURPLUS}`;
/**
 * Steps behind `insertSession`, which locks the user: keep this slot's session and those used last, up to `max`. Others
 * that had not ended leave an event that counts them; one that SESSIONS=single replaces leaves none.
 */
export const removeSurplus = (userId: number, slot: number, max: number): (Statement | Happening)[] => {
  if (max === 1) return [statement(REMOVE_FROM_OTHER_SLOTS, [userId, slot])];
  const params = [userId, slot, max - 1];
  const ended = happening('session_ended', { sql: ENDED, params }, { by: 'MAX_SESSIONS', keepsEach: false });
  return [ended, statement(REMOVE_SURPLUS, params)];
};
