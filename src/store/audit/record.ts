import type { Requester } from '../../lib/requester.ts';
import { type ListStatement, list, type Value } from '../engine/database.ts';
import { AUDIT_EVENTS, type AuditEvent } from './event-types.ts';

export interface Actor {
  /** Null: the account's owner. */
  readonly name: string | null;
  readonly requester: Requester;
}

export const byOwner = (requester: Requester): Actor => ({ name: null, requester });

/** An actor without an address: a setting, a command, or the owner of an account that the event outlives. */
export const withoutAddress = (name: string | null): Actor => ({ name, requester: { address: null, userAgent: null } });

/**
 * The subject of an event: a SELECT of `user_id`, `subject`, `subject_name` and `count`. Each row is an event. Its
 * parameters start at $1.
 */
export interface EventSubject {
  readonly sql: string;
  readonly params: readonly Value[];
}

const OF_ACCOUNT = `SELECT CAST($1 AS bigint) AS user_id, CAST($2 AS text) AS subject, CAST($3 AS text) AS subject_name,
  1 AS count`;
/** An account, optionally with a subject; null: none. */
export const ofAccount = (userId: number | null, subject: string | null = null, name: string | null = null) => ({
  sql: OF_ACCOUNT,
  params: [userId, subject, name],
});

const ACCOUNT_WITH_ADDRESS = `SELECT (SELECT id FROM users WHERE email = $1) AS user_id, CAST(NULL AS text) AS subject,
  CAST(NULL AS text) AS subject_name, 1 AS count`;
/** The account with this address, whose id is not known yet. Records an event without an account if there is none. */
export const accountWithAddress = (email: string): EventSubject => ({ sql: ACCOUNT_WITH_ADDRESS, params: [email] });

/** A subject whose name is the reason that the actor gave. It is deleted with the account. */
export const withReason = (userId: number, reason: string): EventSubject => ofAccount(userId, 'reason', reason);

/** A recorded event, as logged. */
export interface RecordedEvent {
  readonly event: AuditEvent;
  readonly userId: number | null;
  readonly address: string | null;
  readonly actor: string | null;
}

/**
 * How many events of one kind and account are kept within a time, before further ones are counted. Changes are counted
 * only at a rate that no person reaches: 500 in a day take less disk than 30 in every hour.
 */
export const KEPT = {
  counted: { events: 30, withinMs: 3_600_000 },
  change: { events: 500, withinMs: 86_400_000 },
} as const;
type CountedBound = keyof typeof KEPT;

const COLUMNS = 'happened_at, event, user_id, address, user_agent, actor, subject, subject_name, count, repeat_of';
const RECORDED = 'RETURNING event, user_id AS "userId", address, actor';

/** The event columns. Their parameters follow those of the subject. */
const caused = ({ sql, params: { length } }: EventSubject): string =>
  `SELECT CAST($${length + 1} AS text) AS event, user_id, CAST($${length + 2} AS text) AS address,
    CAST($${length + 3} AS text) AS user_agent, CAST($${length + 4} AS text) AS actor, subject, subject_name, count
  FROM (${sql}) AS subject_of_event`;

const each = (subject: EventSubject): string =>
  `INSERT INTO audit_events (${COLUMNS}) SELECT now(), caused.*, NULL FROM (${caused(subject)}) AS caused ${RECORDED}`;

/**
 * Keeps as many events of one kind and account as KEPT allows, and one row that counts the rest. That row refers to the
 * first kept event, which identifies it until the time is over.
 */
const counted = (subject: EventSubject, bound: CountedBound): string => `INSERT INTO audit_events (${COLUMNS})
  SELECT now(), event, user_id, ${['address', 'user_agent', 'actor', 'subject', 'subject_name']
    .map((column) => `CASE WHEN since IS NULL THEN ${column} END`)
    .join(', ')}, count, since
  FROM (SELECT caused.*, (SELECT CASE WHEN past.happened_at > now() - ms($${subject.params.length + 5}) THEN past.id END
    FROM audit_events AS past
    WHERE past.user_id = caused.user_id AND past.event = caused.event AND past.repeat_of IS NULL
    ORDER BY past.id DESC LIMIT 1 OFFSET ${KEPT[bound].events - 1}) AS since
    FROM (${caused(subject)}) AS caused) AS bounded
  WHERE true
  ON CONFLICT (repeat_of) WHERE repeat_of IS NOT NULL DO UPDATE SET count = audit_events.count + excluded.count
  ${RECORDED}`;

const texts = {
  each: new Map<string, string>(),
  counted: new Map<string, string>(),
  change: new Map<string, string>(),
};

/** The one statement that records events, built once per kind of subject and bound. */
export function record(
  event: AuditEvent,
  subject: EventSubject,
  { name, requester: { address, userAgent } }: Actor,
  keepsEach = name !== null,
): ListStatement<RecordedEvent> {
  const { bound } = AUDIT_EVENTS[event];
  const limit = !keepsEach && (bound === 'counted' || bound === 'change') ? bound : undefined;
  const known = texts[limit ?? 'each'];
  let sql = known.get(subject.sql);
  if (sql === undefined) {
    sql = limit ? counted(subject, limit) : each(subject);
    known.set(subject.sql, sql);
  }
  const params = [...subject.params, event, address, userAgent, name];
  return list(sql, limit ? [...params, KEPT[limit].withinMs] : params);
}

/** SQL: the account id of an actor `user:<id>`, which the primary key can find; null for other actors. */
export const actorId = (actor: string): string =>
  `CASE WHEN ${actor} LIKE 'user:%' THEN CAST(substr(${actor}, 6) AS BIGINT) END`;
