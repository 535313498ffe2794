import { randomUUID } from 'node:crypto';
import type { Database, Statement } from './database.ts';

export const EMAIL_KINDS = ['verification', 'password_reset', 'password_changed'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** An e-mail that waits, claimed by this worker until its lease runs out. */
export interface ClaimedEmail {
  readonly id: number;
  /** `void`: nobody has that address, and nothing is sent. */
  readonly state: 'waiting' | 'void';
  /** Null when it is void. */
  readonly user_id: number | null;
  readonly kind: EmailKind;
  readonly message_id: string;
  readonly credential_version: number;
  /** Null: the account's own. */
  readonly language: string | null;
  /** Null: the account's own address. */
  readonly recipient: string | null;
  readonly payload: Payload | null;
  /** How often it was claimed, this time included; also the fence against a worker whose lease ran out. */
  attempts: number;
  readonly age_ms: number;
  /** When it was asked for. */
  readonly created_at: number;
}

/** What the text of an e-mail needs to know besides the account. Small: no token, nothing that is secret. */
export type Payload = Readonly<Record<string, string | number>>;

export interface EnqueueOptions {
  /** An account in this status needs no such e-mail. */
  readonly unlessStatus?: string;
  /** What the request asked for, if it did. */
  readonly language?: string | undefined;
  /** Someone other than the account's own address. */
  readonly recipient?: string;
  readonly payload?: Payload;
}

const ENQUEUE = `INSERT INTO outbox
    (user_id, kind, message_id, credential_version, language, recipient, payload, state, due_at, created_at, updated_at)
  SELECT users.id, $2, $3, users.credential_version, $5, $6, $7, CASE WHEN users.id IS NULL THEN 'void' ELSE 'waiting' END,
    now(), now(), now()
  FROM (SELECT 1 AS one) AS request LEFT JOIN users ON users.email = $1 AND users.account_status <> $4`;
/** For an unknown address, or one whose status needs no such e-mail, the same write is made and nothing will be sent. */
export const enqueue = (
  kind: EmailKind,
  email: string,
  { unlessStatus = '', language, recipient, payload }: EnqueueOptions = {},
): Statement => ({
  sql: ENQUEUE,
  params: [
    email,
    kind,
    randomUUID(),
    unlessStatus,
    language ?? null,
    recipient ?? null,
    payload === undefined ? null : JSON.stringify(payload),
  ],
});

/** How many to take of those never tried, of those tried before, and of those that stand for strangers. */
export interface Lanes {
  readonly fresh: number;
  readonly tried: number;
  readonly void?: number;
}

/** As long as an e-mail ever waits for its next attempt, or a worker for its lease to be renewed, and some more. */
const LONGEST_AHEAD_MS = 3 * 60_000;

/** What a newer version asked for is left to its workers. */
const KNOWN = `kind IN (${EMAIL_KINDS.map((kind) => `'${kind}'`).join(', ')})`;
const DUE = `SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= now() AND ${KNOWN}`;
/** Further ahead than any due time could be: it was written while the clock was wrong. */
const MISDATED = `SELECT id FROM outbox WHERE state = 'waiting' AND due_at > now() + ms($4) AND ${KNOWN}`;
/** The latest first: when there are more than can be dealt with, the rest is removed by housekeeping. */
const VOID = `SELECT id FROM outbox WHERE state = 'void' AND attempts = 0 AND due_at <= now() AND ${KNOWN} ORDER BY due_at DESC`;
const CLAIM = `UPDATE outbox SET due_at = now() + ms($3), attempts = attempts + 1, claimed_at = now(), updated_at = now()
  WHERE id IN (
    SELECT id FROM (${DUE} AND attempts = 0 ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS fresh
    UNION ALL SELECT id FROM (${DUE} AND attempts > 0 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS tried
    UNION ALL SELECT id FROM (${MISDATED} ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS misdated
    UNION ALL SELECT id FROM (${VOID} LIMIT $5 FOR UPDATE SKIP LOCKED) AS void)
  RETURNING id, state, user_id, kind, message_id, credential_version, language, recipient, payload, attempts,
    COALESCE(revived_at, created_at) AS born_at, created_at, now() AS now`;
/** A claim only moves the due time: when the worker dies, the e-mail is due again by itself. */
export async function claim(db: Database, lanes: Lanes, leaseMs: number): Promise<ClaimedEmail[]> {
  type Claimed = Omit<ClaimedEmail, 'age_ms' | 'payload'> & { payload: string | null; born_at: number; now: number };
  const rows = await db.all<Claimed>(CLAIM, [lanes.fresh, lanes.tried, leaseMs, LONGEST_AHEAD_MS, lanes.void ?? 0]);
  return rows.map(({ born_at, now, payload, ...email }) => ({
    ...email,
    payload: payload === null ? null : (JSON.parse(payload) as Payload),
    age_ms: now - born_at,
  }));
}

const STILL_OURS = "id = $1 AND attempts = $2 AND state = 'waiting'";

const RENEW = `UPDATE outbox SET due_at = now() + ms($3) WHERE ${STILL_OURS} AND claimed_at IS NOT NULL`;
/** For a send that takes its time. One that is settled meanwhile is due when it was settled to be. */
export const renew = (db: Database, { id, attempts }: ClaimedEmail, leaseMs: number) =>
  db.one(RENEW, [id, attempts, leaseMs]);

const FORGET = `DELETE FROM outbox WHERE id = $1 AND state = 'void' RETURNING id`;
/** What settling is for an e-mail: the same kind of write. */
export const forget = (db: Database, { id }: ClaimedEmail) => db.batch([{ sql: FORGET, params: [id] }]);

const SUPERSEDE = `UPDATE outbox SET state = 'superseded', claimed_at = NULL, updated_at = now() WHERE ${STILL_OURS}`;
/** What it was about has changed since: nothing needs to be sent. */
export const supersede = (db: Database, { id, attempts }: ClaimedEmail) => db.one(SUPERSEDE, [id, attempts]);

export interface AttemptResult {
  readonly outcome: 'sent' | 'delayed' | 'dead';
  /** In the other side's words. */
  readonly answer: string;
  /** Until the next attempt, when there is to be one. */
  readonly delayMs?: number;
}

/** The latest tell what is wrong; an e-mail that waits out a day must not fill the disk. */
const KEPT_ATTEMPTS = 20;

const SETTLE = `UPDATE outbox SET state = $3, due_at = now() + ms($4), last_error = $5, claimed_at = NULL, updated_at = now()
  WHERE ${STILL_OURS} RETURNING id`;
const KEEP_ATTEMPT = `INSERT INTO outbox_attempts (email_id, attempt, outcome, answer, ended_at)
  SELECT id, $2, $3, $4, now() FROM outbox WHERE ${STILL_OURS} FOR UPDATE`;
const FORGET_ATTEMPTS = 'DELETE FROM outbox_attempts WHERE email_id = $1 AND attempt <= $2';

/** Ends the claim, with what came of it. False when another worker has the e-mail by now. */
export async function settle(db: Database, { id, attempts }: ClaimedEmail, result: AttemptResult): Promise<boolean> {
  const { outcome, answer, delayMs = 0 } = result;
  const state = outcome === 'delayed' ? 'waiting' : outcome;
  const error = outcome === 'sent' ? null : answer;
  // None of them is required to find the e-mail, so that on PostgreSQL none waits for the answer to the one before.
  const results = await db.batch([
    { sql: KEEP_ATTEMPT, params: [id, attempts, outcome, answer] },
    ...(attempts > KEPT_ATTEMPTS ? [{ sql: FORGET_ATTEMPTS, params: [id, attempts - KEPT_ATTEMPTS] }] : []),
    { sql: SETTLE, params: [id, attempts, state, delayMs, error] },
  ]);
  return results?.at(-1)?.length === 1;
}

const GIVE_UP = `UPDATE outbox SET state = 'dead', last_error = $3, claimed_at = NULL, updated_at = now()
  WHERE state = 'waiting' AND due_at <= now() AND kind = $1 AND COALESCE(revived_at, created_at) < now() - ms($2)
  RETURNING id, attempts`;
/** For those whose time ran out behind a mail server that is away, without their turn having come. */
export const giveUpOlder = (db: Database, kind: EmailKind, ageMs: number, reason: string) =>
  db.all<{ id: number; attempts: number }>(GIVE_UP, [kind, ageMs, reason]);

const NEXT_DUE = `SELECT due_at, now() AS now FROM outbox WHERE state = 'waiting' AND ${KNOWN} ORDER BY due_at LIMIT 1`;
/** How long until the next e-mail is due; undefined when none waits. */
export async function nextDueInMs(db: Database): Promise<number | undefined> {
  const row = await db.one<{ due_at: number; now: number }>(NEXT_DUE);
  return row && Math.max(0, row.due_at - row.now);
}

export interface QueueDepth {
  readonly waiting: number;
  readonly dead: number;
  /** How long the oldest has been waiting; 0 when none is. */
  readonly oldestWaitingMs: number;
}

const DEPTH = `SELECT (SELECT COUNT(*) FROM outbox WHERE state = 'waiting') AS waiting,
  (SELECT COUNT(*) FROM outbox WHERE state = 'dead') AS dead,
  (SELECT MIN(created_at) FROM outbox WHERE state = 'waiting') AS oldest, now() AS now`;
export async function depth(db: Database): Promise<QueueDepth> {
  const row = await db.one<{ waiting: number; dead: number; oldest: number | null; now: number }>(DEPTH);
  return {
    waiting: row?.waiting ?? 0,
    dead: row?.dead ?? 0,
    oldestWaitingMs: row?.oldest == null ? 0 : row.now - row.oldest,
  };
}
