import { hash } from 'node:crypto';
import {
  query,
  type Reads,
  type RequiredStatement,
  required,
  type Statement,
  statement,
} from '../../store/engine/database.ts';
import { attemptBudget, REFUND } from '../../store/tables/attempt-budget.ts';

const REPLACE = `INSERT INTO login_requests (email_hash, request_hash, user_id, expires_at)
  SELECT $1, $2, users.id, now() + ms($4) FROM (SELECT 1 AS one) AS request LEFT JOIN users ON users.email = $3
  WHERE 1 = 1
  ON CONFLICT (email_hash) DO UPDATE SET request_hash = excluded.request_hash, user_id = excluded.user_id,
    failures = 0, failing_since = NULL, expires_at = excluded.expires_at`;
/** Replaces the previous request, so that only the newest works. Unknown addresses get a row too (timing). */
export const replace = (email: string, requestHash: string, ttlMs: number): Statement =>
  statement(REPLACE, [hash('sha256', email, 'base64url'), requestHash, email, ttlMs]);

/** One guess at the code of a request, found by its hash. Guesses are counted for longer than any request lives. */
export const attempt = attemptBudget<{ readonly userId: number | null }>(
  {
    table: 'login_requests',
    key: 'request_hash',
    where: 'expires_at > now()',
    returning: 'user_id AS "userId"',
  },
  60 * 60_000,
);

const KEEP = `UPDATE login_requests SET ${REFUND} WHERE request_hash = $1`;
/** Returns the attempt: the guess was right, but the login may need more than the code. */
export const refund = (requestHash: string): Statement => statement(KEEP, [requestHash]);

const SPEND = 'DELETE FROM login_requests WHERE request_hash = $1 RETURNING request_hash';
/** Returns no row if the code was used or replaced. */
export const spend = (requestHash: string): RequiredStatement => required(SPEND, [requestHash]);

const EMAIL_HASH = query<{ emailHash: string }>`SELECT email_hash AS "emailHash" FROM login_requests
  WHERE request_hash = $1 AND expires_at > now()`;
/** The hash of the address that a request is about; undefined if the request is over. */
export const emailHashOf = async (db: Reads, requestHash: string): Promise<string | undefined> =>
  (await db.one(EMAIL_HASH, [requestHash]))?.emailHash;
