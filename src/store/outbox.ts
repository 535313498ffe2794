import { randomUUID } from 'node:crypto';
import type { Database, Statement } from './database.ts';

export const EMAIL_KINDS = ['verification', 'password_reset'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** An e-mail that waits, claimed by this worker until its lease runs out. */
export interface ClaimedEmail {
  readonly id: number;
  readonly user_id: number;
  readonly kind: EmailKind;
  readonly message_id: string;
  readonly credential_version: number;
  /** How often it was claimed, this time included; also the fence against a worker whose lease ran out. */
  readonly attempts: number;
  readonly created_at: number;
}

const ENQUEUE = `INSERT INTO outbox (user_id, kind, message_id, credential_version, state, due_at, created_at, updated_at)
  SELECT users.id, $2, $3, users.credential_version, CASE WHEN users.id IS NULL THEN 'void' ELSE 'waiting' END, now(), now(), now()
  FROM (SELECT 1 AS one) AS request LEFT JOIN users ON users.email = $1 AND users.account_status <> $4`;
/** For an unknown address, or one whose status needs no such e-mail, the same write is made and nothing will be sent. */
export const enqueue = (kind: EmailKind, email: string, { unlessStatus = '' } = {}): Statement => ({
  sql: ENQUEUE,
  params: [email, kind, randomUUID(), unlessStatus],
});

const CLAIM = `UPDATE outbox SET due_at = now() + ms($2), attempts = attempts + 1, updated_at = now()
  WHERE id IN (SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING id, user_id, kind, message_id, credential_version, attempts, created_at`;
/** A claim only moves the due time: when the worker dies, the e-mail is due again by itself. */
export const claim = (db: Database, limit: number, leaseMs: number): Promise<ClaimedEmail[]> =>
  db.all<ClaimedEmail>(CLAIM, [limit, leaseMs]);

const FINISH = `UPDATE outbox SET state = $3, last_error = $4, updated_at = now()
  WHERE id = $1 AND attempts = $2 AND state = 'waiting'`;
export const finish = (
  db: Database,
  { id, attempts }: ClaimedEmail,
  state: 'sent' | 'superseded' | 'dead',
  error: string | null = null,
) => db.one(FINISH, [id, attempts, state, error]);

const RETRY_LATER = `UPDATE outbox SET due_at = now() + ms($3), last_error = $4, updated_at = now()
  WHERE id = $1 AND attempts = $2 AND state = 'waiting'`;
export const retryLater = (db: Database, { id, attempts }: ClaimedEmail, delayMs: number, error: string) =>
  db.one(RETRY_LATER, [id, attempts, delayMs, error]);

const NEXT_DUE = `SELECT due_at, now() AS now FROM outbox WHERE state = 'waiting' ORDER BY due_at LIMIT 1`;
/** How long until the next e-mail is due; undefined when none waits. */
export async function nextDueInMs(db: Database): Promise<number | undefined> {
  const row = await db.one<{ due_at: number; now: number }>(NEXT_DUE);
  return row && Math.max(0, row.due_at - row.now);
}
