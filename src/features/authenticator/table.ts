import { query, type Reads, required, type Statement, statement } from '../../store/engine/database.ts';
import { attemptBudget, REFUND } from '../../store/tables/attempt-budget.ts';
import { unprovenIn } from '../../store/tables/sessions.ts';
import { authenticator } from './declared.ts';

/** The bit of the app in `users.second_factors`. */
export const AUTHENTICATOR_APP = authenticator.credentials.authenticator_app.factor.bit;

/** How long an authenticator app can wait for its confirmation. */
export const PENDING_MS = 10 * 60_000;
/** The window of wrong codes, which starts at the first one. */
const FAILURES_WINDOW_MS = 60 * 60_000;

const BEGIN = `INSERT INTO totp (user_id, pending_sealed, pending_until)
  SELECT users.id, $2, now() + ms($3) FROM users WHERE users.id = $1
  ON CONFLICT (user_id) DO UPDATE SET pending_sealed = excluded.pending_sealed, pending_until = excluded.pending_until`;
/** Stores an unconfirmed app. An app in use stays in use. */
export const begin = (userId: number, pendingSealed: string): Statement =>
  statement(BEGIN, [userId, pendingSealed, PENDING_MS]);

const PENDING = query<{ sealed: string }>`SELECT pending_sealed AS sealed FROM totp WHERE user_id = $1
  AND pending_until > now()`;
export const pendingOf = async (db: Reads, userId: number): Promise<string | undefined> =>
  (await db.one(PENDING, [userId]))?.sealed;

const CONFIRM = `UPDATE totp SET sealed = $3, last_step = $4, confirmed_at = now(), pending_sealed = NULL,
  pending_until = NULL, is_unproven = ${unprovenIn('$5', '$1')}
  WHERE user_id = $1 AND pending_sealed = $2 AND pending_until > now() RETURNING user_id`;
/**
 * Replaces the app in use by the pending one, which is as proven as the session. Returns no row if the app is no longer
 * pending.
 */
export const confirm = (
  userId: number,
  sessionId: string | undefined,
  pendingSealed: string,
  sealed: string,
  step: number,
): Statement => required(CONFIRM, [userId, pendingSealed, sealed, step, sessionId ?? null]);

/** Counts a code, by user id, before it is checked: it is wrong until it is spent. */
export const attempt = attemptBudget<{ readonly sealed: string }>(
  { table: 'totp', key: 'user_id', where: 'sealed IS NOT NULL', returning: 'sealed' },
  FAILURES_WINDOW_MS,
);

const REFUSED_UNTIL = query<{ since: number | null; now: number }>`SELECT failing_since AS since, now() AS now
  FROM totp WHERE user_id = $1 AND sealed IS NOT NULL`;
/** How long codes are still refused. */
export async function refusedForMs(db: Reads, userId: number): Promise<number> {
  const row = await db.one(REFUSED_UNTIL, [userId]);
  return row?.since == null ? 0 : Math.max(0, row.since + FAILURES_WINDOW_MS - row.now);
}

const SPEND = `UPDATE totp SET last_step = $2, ${REFUND}
  WHERE user_id = $1 AND sealed = $3 AND (last_step IS NULL OR last_step < $2) RETURNING user_id`;
/** Uses up the code of a time step and returns its attempt. Returns no row if this or a later code was used. */
export const spend = (userId: number, step: number, sealed: string): Statement =>
  statement(SPEND, [userId, step, sealed]);
