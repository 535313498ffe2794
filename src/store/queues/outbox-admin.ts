import { type ListStatement, list, query, type Reads, required, type Statement } from '../engine/database.ts';
import { EMAIL_KINDS, type EmailKind, isWarning } from '../tables/email-kinds.ts';

/** The states that operators see. `void` rows for unknown addresses are hidden, because nothing is sent for them. */
export const SHOWN_STATES = ['waiting', 'sent', 'superseded', 'dead'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

export interface OutboxEmail {
  readonly id: number;
  /** Null if the account is gone. */
  readonly user_id: number | null;
  readonly recipient: string;
  readonly kind: EmailKind;
  readonly state: ShownState;
  readonly is_being_sent: number;
  readonly message_id: string;
  readonly language: string;
  readonly attempts: number;
  readonly due_at: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly last_error: string | null;
}

export interface OutboxAttempt {
  readonly attempt: number;
  readonly outcome: string;
  readonly answer: string;
  readonly ended_at: number;
}

/** A mail worker holds a lease. Retrying or dropping such an e-mail could send it twice. */
const BEING_SENT = 'outbox.claimed_at IS NOT NULL AND outbox.due_at > now()';
export const EMAILS = `SELECT outbox.id, outbox.user_id, COALESCE(outbox.recipient, users.email) AS recipient,
  outbox.kind, outbox.state,
    outbox.message_id, outbox.attempts, CASE WHEN outbox.state = 'waiting' AND ${BEING_SENT} THEN 1
    ELSE 0 END AS is_being_sent,
    COALESCE(outbox.language, users.language) AS language, outbox.due_at, outbox.created_at, outbox.updated_at,
    outbox.last_error
  FROM outbox LEFT JOIN users ON users.id = outbox.user_id`;

const PAGE = query<OutboxEmail>`${EMAILS} WHERE outbox.state = $1 AND outbox.id > $2 ORDER BY outbox.id LIMIT $3`;
export const page = (db: Reads, state: ShownState, afterId: number, limit: number): Promise<OutboxEmail[]> =>
  db.all(PAGE, [state, afterId, limit]);

const BY_ID = query<OutboxEmail>`${EMAILS} WHERE outbox.id = $1 AND outbox.state <> 'void'`;
export const byId = (db: Reads, id: number): Promise<OutboxEmail | undefined> => db.one(BY_ID, [id]);

const ATTEMPTS = query<OutboxAttempt>`SELECT attempt, outcome, answer, ended_at FROM outbox_attempts
  WHERE email_id = $1 ORDER BY attempt`;
export const attemptsOf = (db: Reads, id: number): Promise<OutboxAttempt[]> => db.all(ATTEMPTS, [id]);

/** The subject of a change: e-mails that are waiting or were given up, and that no worker is sending. */
const UNFINISHED = `outbox.state IN ('waiting', 'dead') AND NOT (${BEING_SENT})`;
const REVIVE = `UPDATE outbox SET state = 'waiting', due_at = now(), revived_at = now(), claimed_at = NULL,
  updated_at = now()`;

const RETRY = `${REVIVE} WHERE id = $1 AND ${UNFINISHED} RETURNING id`;
/** Makes the e-mail due now and restarts its lifetime. Returns no row if it was settled or is being sent. */
export const retry = (id: number): Statement => required(RETRY, [id]);

const DROP = `DELETE FROM outbox WHERE id = $1 AND ${UNFINISHED} RETURNING id`;
export const drop = (id: number): Statement => required(DROP, [id]);

/** Rows per statement, so that no request waits long for the lock. */
export const DEAD_STEP = 500;
const nextDead = (also = '') => `id IN (SELECT id FROM outbox WHERE state = 'dead' AND id > $1${also}
  ORDER BY id LIMIT ${DEAD_STEP}) RETURNING id`;
const RETRY_DEAD = `${REVIVE} WHERE ${nextDead()}`;
const DROP_DEAD = `DELETE FROM outbox WHERE ${nextDead()}`;
const NO_WARNINGS = EMAIL_KINDS.filter((kind) => !isWarning(kind)).map((kind) => `'${kind}'`);
const DROP_DEAD_BUT_WARNINGS = `DELETE FROM outbox WHERE ${nextDead(` AND kind IN (${NO_WARNINGS.join(', ')})`)}`;
/** The next dead e-mails after this id. */
export const retryDead = (afterId: number): ListStatement<{ readonly id: number }> => list(RETRY_DEAD, [afterId]);
export const dropDead = (afterId: number, keepsWarnings = false): ListStatement<{ readonly id: number }> =>
  list(keepsWarnings ? DROP_DEAD_BUT_WARNINGS : DROP_DEAD, [afterId]);
