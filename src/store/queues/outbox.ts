import { randomUUID } from 'node:crypto';
import type { Payload } from '../../declare/email.ts';
import { commitUnrecorded, type Store } from '../commit.ts';
import { list, query, type Reads, type Statement, statement } from '../engine/database.ts';
import {
  CONFIRMS_INVITED,
  EMAIL_KINDS,
  type EmailKind,
  isBelowHourlyLimit,
  KINDS,
  type LimitedKind,
  type PayloadOf,
  SENT_WITHIN_MS,
} from '../tables/email-kinds.ts';

export { EMAIL_KINDS, type EmailKind, type LimitedKind, type Payload };

const QUEUE = 'the queue of e-mails';

/** An e-mail that a worker has claimed for the duration of its lease. */
export interface ClaimedEmail {
  readonly id: number;
  /** `void`: nobody has the requested address, so nothing is sent. */
  readonly state: 'waiting' | 'void';
  /** Null in a void row, and in an e-mail about a deleted account. */
  readonly user_id: number | null;
  readonly kind: EmailKind;
  readonly message_id: string;
  readonly credential_version: number;
  /** Null: the language of the account. */
  readonly language: string | null;
  /** Null: the address of the account. */
  recipient: string | null;
  readonly payload: Payload | null;
  /** Claims so far. Also a fencing token: after its lease, a worker cannot settle a later claim. */
  attempts: number;
  readonly age_ms: number;
  /** The time of the request that caused the e-mail. */
  readonly created_at: number;
}

interface EnqueueOptions<Kind extends EmailKind> {
  /** Sends nothing to an account with this status. */
  readonly unlessStatus?: string;
  /** The language of the request. */
  readonly language?: string | undefined;
  /** The recipient, if it is not the address of the account. */
  readonly recipient?: string;
  readonly payload?: PayloadOf<Kind>;
}

const enqueueAs = (kind: string, also = '') => `INSERT INTO outbox
    (user_id, kind, message_id, credential_version, language, recipient, payload, state, due_at, created_at, updated_at)
  SELECT users.id, ${kind}, $3, users.credential_version, $5, $6, $7, CASE WHEN users.id IS NULL THEN 'void'
  ELSE 'waiting' END,
    now(), now(), now()
  FROM (SELECT 1 AS one) AS request LEFT JOIN users ON users.email = $1 AND users.account_status <> $4${also}`;
const ENQUEUE = enqueueAs('$2');
const ENQUEUE_COUNTED = enqueueAs('$2', ` AND ${isBelowHourlyLimit('$2', '$8')}`);
/**
 * Writes an e-mail to the outbox. For an unknown address, an account in `unlessStatus`, or an account that has had too
 * many of this kind (email-kinds.ts), it writes a void row, so that all cases take the same time.
 */
export const enqueue = <Kind extends EmailKind>(
  kind: Kind,
  email: string,
  { unlessStatus = '', language, recipient, payload }: EnqueueOptions<Kind> = {},
): Statement => {
  const params = [
    email,
    kind,
    randomUUID(),
    unlessStatus,
    language ?? null,
    recipient ?? null,
    payload === undefined ? null : JSON.stringify(payload),
  ];
  return KINDS[kind].bound === 'counted'
    ? statement(ENQUEUE_COUNTED, [...params, SENT_WITHIN_MS])
    : statement(ENQUEUE, params);
};

const ENQUEUE_CONFIRMATION = enqueueAs(`CASE WHEN users.invited_at IS NULL THEN $2 ELSE '${CONFIRMS_INVITED}' END`);
/** The verification e-mail or, for an account that began with an invitation, the invitation. */
export const enqueueConfirmation = (email: string, options: EnqueueOptions<'verification'>): Statement => ({
  ...enqueue('verification', email, options),
  sql: ENQUEUE_CONFIRMATION,
});

const ENQUEUE_WITHOUT_ACCOUNT = `INSERT INTO outbox (kind, message_id, language, recipient, payload, state, due_at,
  created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 'waiting', now(), now(), now())`;
/** An e-mail to the owner of a deleted account. It reads no other row, and is removed once sent or given up. */
export const enqueueWithoutAccount = <Kind extends EmailKind>(
  kind: Kind,
  {
    recipient,
    language,
    payload,
  }: Required<Pick<EnqueueOptions<Kind>, 'recipient' | 'payload'>> & { language: string },
): Statement => statement(ENQUEUE_WITHOUT_ACCOUNT, [kind, randomUUID(), language, recipient, JSON.stringify(payload)]);

/** How many e-mails of each kind to claim. Separate lanes, so that none holds up the others. */
export interface Lanes {
  readonly untried: number;
  readonly tried: number;
  readonly void?: number;
}

/** No due time is further ahead than this: it exceeds the longest backoff and the longest lease. */
const MAX_AHEAD_MS = 3 * 60_000;

/** During an upgrade, kinds unknown to this version are left to the workers of the newer one. */
const KNOWN = `kind IN (${EMAIL_KINDS.map((kind) => `'${kind}'`).join(', ')})`;
const DUE = `SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= now() AND ${KNOWN}`;
/** Due later than possible: written while the clock was wrong, so claimed at once. */
const MISDATED = `SELECT id FROM outbox WHERE state = 'waiting' AND due_at > now() + ms($4) AND ${KNOWN}`;
/** The latest void rows first; in a flood, housekeeping removes the others. */
const VOID = `SELECT id FROM outbox WHERE state = 'void' AND attempts = 0 AND due_at <= now() AND ${KNOWN}
  ORDER BY due_at DESC`;
const CLAIM = `UPDATE outbox SET due_at = now() + ms($3), attempts = attempts + 1, claimed_at = now(),
  updated_at = now()
  WHERE id IN (
    SELECT id FROM (${DUE} AND attempts = 0 ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS untried
    UNION ALL SELECT id FROM (${DUE} AND attempts > 0 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS tried
    UNION ALL SELECT id FROM (${MISDATED} ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS misdated
    UNION ALL SELECT id FROM (${VOID} LIMIT $5 FOR UPDATE SKIP LOCKED) AS void)
  RETURNING id, state, user_id, kind, message_id, credential_version, language, recipient, payload, attempts,
    COALESCE(revived_at, created_at) AS born_at, created_at, now() AS now`;
/** Leases due e-mails by moving their due time to the end of the lease: if the worker dies, they are due again. */
export async function claim(db: Store, lanes: Lanes, leaseMs: number): Promise<ClaimedEmail[]> {
  type Claimed = Omit<ClaimedEmail, 'age_ms' | 'payload'> & { payload: string | null; born_at: number; now: number };
  const params = [lanes.untried, lanes.tried, leaseMs, MAX_AHEAD_MS, lanes.void ?? 0];
  const { claimed } = await commitUnrecorded(db, QUEUE, { claimed: list<Claimed>(CLAIM, params) });
  return claimed.map(({ born_at, now, payload, ...email }) => ({
    ...email,
    payload: payload === null ? null : (JSON.parse(payload) as Payload),
    age_ms: now - born_at,
  }));
}

/** SQL: the claim is the latest one and the e-mail is not settled. */
const IS_LATEST_CLAIM = "id = $1 AND attempts = $2 AND state = 'waiting'";

const RENEW = `UPDATE outbox SET due_at = now() + ms($3) WHERE ${IS_LATEST_CLAIM} AND claimed_at IS NOT NULL`;
/** Extends the lease during a slow send. Does nothing if the e-mail was settled meanwhile. */
export const renew = (db: Store, { id, attempts }: ClaimedEmail, leaseMs: number) =>
  commitUnrecorded(db, QUEUE, { renewed: statement(RENEW, [id, attempts, leaseMs]) });

const FORGET = `DELETE FROM outbox WHERE id = $1 AND state = 'void' RETURNING id`;
/** Removes a void row. */
export const forget = (db: Store, { id }: ClaimedEmail) =>
  commitUnrecorded(db, QUEUE, { forgotten: statement(FORGET, [id]) });

const SUPERSEDE = `UPDATE outbox SET state = 'superseded', claimed_at = NULL, updated_at = now()
  WHERE ${IS_LATEST_CLAIM}`;
/** Ends the claim without sending, because the reason is gone; for example, the address was verified meanwhile. */
export const supersede = (db: Store, { id, attempts }: ClaimedEmail) =>
  commitUnrecorded(db, QUEUE, { superseded: statement(SUPERSEDE, [id, attempts]) });

export interface AttemptResult {
  readonly outcome: 'sent' | 'delayed' | 'dead';
  /** The reply of the mail server, or the error. */
  readonly answer: string;
  /** The time until the next attempt, if any. */
  readonly delayMs?: number;
}

/** Attempts kept per e-mail: an e-mail that is retried for a day must not fill the disk. */
const KEPT_ATTEMPTS = 20;

const SETTLE = `UPDATE outbox SET state = $3, due_at = now() + ms($4), last_error = $5, claimed_at = NULL,
  updated_at = now()
  WHERE ${IS_LATEST_CLAIM} RETURNING id`;
const KEEP_ATTEMPT = `INSERT INTO outbox_attempts (email_id, attempt, outcome, answer, ended_at)
  SELECT id, $2, $3, $4, now() FROM outbox WHERE ${IS_LATEST_CLAIM} FOR UPDATE`;
const REMOVE_SETTLED = `DELETE FROM outbox WHERE ${IS_LATEST_CLAIM} AND user_id IS NULL RETURNING id`;
const FORGET_ATTEMPTS = 'DELETE FROM outbox_attempts WHERE email_id = $1 AND attempt <= $2';

/** Feeds the daily statistics, which housekeeping sums up. */
const COUNT_SETTLED = `INSERT INTO email_outcomes (happened_at, name) SELECT now(), $3 FROM outbox
  WHERE ${IS_LATEST_CLAIM} FOR UPDATE`;
const OUTCOME_NAMES = { sent: 'email_sent', dead: 'email_given_up' } as const;

/** Ends the claim with the result of the attempt. Returns false if another worker has claimed the e-mail since. */
export async function settle(db: Store, email: ClaimedEmail, result: AttemptResult): Promise<boolean> {
  const { id, attempts } = email;
  const { outcome, answer, delayMs = 0 } = result;
  const counted = outcome !== 'delayed' && statement(COUNT_SETTLED, [id, attempts, OUTCOME_NAMES[outcome]]);
  if (email.user_id === null && outcome !== 'delayed') {
    const { settled } = await commitUnrecorded(db, QUEUE, {
      counted,
      settled: statement(REMOVE_SETTLED, [id, attempts]),
    });
    return settled !== undefined;
  }
  const state = outcome === 'delayed' ? 'waiting' : outcome;
  const error = outcome === 'sent' ? null : answer;
  // No statement is `required`, so that PostgreSQL gets the whole batch in one write.
  const { settled } = await commitUnrecorded(db, QUEUE, {
    kept: statement(KEEP_ATTEMPT, [id, attempts, outcome, answer]),
    forgotten: attempts > KEPT_ATTEMPTS && statement(FORGET_ATTEMPTS, [id, attempts - KEPT_ATTEMPTS]),
    counted,
    settled: statement(SETTLE, [id, attempts, state, delayMs, error]),
  });
  return settled !== undefined;
}

const OVERDUE = `state = 'waiting' AND due_at <= now() AND kind = $1
  AND COALESCE(revived_at, created_at) < now() - ms($2)`;
const COUNT_OVERDUE = `INSERT INTO email_outcomes (happened_at, name) SELECT now(), '${OUTCOME_NAMES.dead}'
  FROM outbox WHERE ${OVERDUE} FOR UPDATE`;
const GIVE_UP = `UPDATE outbox SET state = 'dead', last_error = $3, claimed_at = NULL, updated_at = now()
  WHERE ${OVERDUE} RETURNING id, attempts`;
/** Gives up e-mails whose lifetime ended while they waited for an unreachable mail server. */
export async function giveUpOlder(db: Store, kind: EmailKind, ageMs: number, reason: string) {
  const { given } = await commitUnrecorded(db, QUEUE, {
    counted: statement(COUNT_OVERDUE, [kind, ageMs]),
    given: list<{ readonly id: number; readonly attempts: number }>(GIVE_UP, [kind, ageMs, reason]),
  });
  return given;
}

const NEXT_DUE = query<{ due_at: number; now: number }>`SELECT due_at, now() AS now FROM outbox
  WHERE state = 'waiting' AND ${KNOWN} ORDER BY due_at LIMIT 1`;
/** The time until the next e-mail is due; undefined if none waits. */
export async function nextDueInMs(db: Reads): Promise<number | undefined> {
  const row = await db.one(NEXT_DUE);
  return row && Math.max(0, row.due_at - row.now);
}

interface QueueDepth {
  readonly waiting: number;
  readonly dead: number;
  /** The age of the oldest waiting e-mail; 0 if none waits. */
  readonly oldestWaitingMs: number;
}

const DEPTH = query<{ waiting: number; dead: number; oldest: number | null; now: number }>`SELECT (SELECT COUNT(*)
  FROM outbox WHERE state = 'waiting') AS waiting,
  (SELECT COUNT(*) FROM outbox WHERE state = 'dead') AS dead,
  (SELECT MIN(created_at) FROM outbox WHERE state = 'waiting') AS oldest, now() AS now`;
export async function depth(db: Reads): Promise<QueueDepth> {
  const row = await db.one(DEPTH);
  return {
    waiting: row?.waiting ?? 0,
    dead: row?.dead ?? 0,
    oldestWaitingMs: row?.oldest == null ? 0 : row.now - row.oldest,
  };
}
