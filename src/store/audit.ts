import type { Requester } from '../network/requester.ts';
import { type CountedBound, KEPT, recordCounted } from './audit-bounds.ts';
import { type AuditCount, HOUR_MS, latestCounts } from './audit-counts.ts';
import { AUDIT_EVENTS, type AuditEvent } from './audit-events.ts';
import { type Database, type Row, type Statement, statement } from './database.ts';

/** The subject of an event whose name is the reason that the actor gave. */
const REASON = 'reason';

const RECORD = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor)
  VALUES (now(), $1, $2, $3, $4, $5)`;
const recordBounded = (bound: CountedBound): string =>
  recordCounted(
    bound,
    `SELECT CAST($1 AS text) AS event, CAST($2 AS bigint) AS user_id, CAST($3 AS text) AS address,
    CAST($4 AS text) AS user_agent,
    CAST(NULL AS text) AS actor, CAST(NULL AS text) AS subject, 1 AS count`,
    '$5',
  );
const RECORD_BOUNDED = { counted: recordBounded('counted'), change: recordBounded('change') };
/** Goes into the batch of what it records, so that neither is committed without the other. */
export const record = (event: AuditEvent, userId: number | null, { address, userAgent }: Requester): Statement => {
  const { bound } = AUDIT_EVENTS[event];
  return bound === 'counted' || bound === 'change'
    ? statement(RECORD_BOUNDED[bound], [event, userId, address, userAgent, KEPT[bound].withinMs])
    : recordEach(event, userId, { address, userAgent });
};

/** The same for an event that is bounded where it happens, by a password hash: every one is kept. */
export const recordEach = (event: AuditEvent, userId: number | null, { address, userAgent }: Requester): Statement =>
  statement(RECORD, [event, userId, address, userAgent, null]);

/** Whoever acts on an account that is not their own, such as the operator. */
export interface Actor {
  /** The `actor` of the audit event. */
  readonly name: string;
  readonly requester: Requester;
}

/** An event that somebody other than the account's owner caused. */
export const recordBy = ({ name, requester }: Actor, event: AuditEvent, userId: number | null): Statement =>
  statement(RECORD, [event, userId, requester.address, requester.userAgent, name]);

const RECORD_WITH_REASON = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject,
  subject_name)
  VALUES (now(), $1, $2, $3, $4, $5, '${REASON}', $6)`;
/** The same, with the reason that they gave, which goes with the account. */
export const recordWithReason = (
  { name, requester }: Actor,
  event: AuditEvent,
  userId: number,
  reason: string,
): Statement => statement(RECORD_WITH_REASON, [event, userId, requester.address, requester.userAgent, name, reason]);

const RECORD_KEYS = `INSERT INTO audit_events (happened_at, event, address, user_agent, actor, user_id, subject,
  subject_name)
  SELECT now(), $1, $2, $3, $4, created_by, 'key:' || id, name FROM api_keys WHERE`;
/**
 * Events of API keys, one for each that meets the condition, whose parameters begin at $5. Goes before what removes the
 * keys, and locks them: of several requests at the same moment, the first records it.
 */
export const recordKeys = (
  event: Extract<AuditEvent, `api_key_${string}`>,
  { name, requester }: Omit<Actor, 'name'> & { readonly name: string | null },
  { sql, params }: Statement,
): Statement => ({
  sql: `${RECORD_KEYS} ${sql} FOR UPDATE`,
  params: [event, requester.address, requester.userAgent, name, ...(params ?? [])],
});

const RECORD_CLIENT = `INSERT INTO audit_events (happened_at, event, address, user_agent, actor, subject, subject_name)
  SELECT now(), $1, $2, $3, $4, 'client:' || id, name FROM openid_clients WHERE id = $5`;
/** An event of an OpenID client, if there is one with this id. Goes before what removes it. */
export const recordClient = (
  event: Extract<AuditEvent, `client_${string}`>,
  { name, requester }: Actor,
  id: string,
): Statement => statement(RECORD_CLIENT, [event, requester.address, requester.userAgent, name, id]);

const RECORD_APP = recordCounted(
  'change',
  `SELECT CAST($1 AS text) AS event, CAST($2 AS bigint) AS user_id, CAST($3 AS text) AS address,
    CAST($4 AS text) AS user_agent, CAST(NULL AS text) AS actor, 'client:' || id AS subject, name AS subject_name,
    1 AS count FROM openid_clients WHERE id = $5`,
  '$6',
  'subject_name',
);
/** What an owner decides about an app. */
export const recordApp = (
  event: Extract<AuditEvent, `app_${string}`>,
  { userId, clientId }: { readonly userId: number; readonly clientId: string },
  { address, userAgent }: Requester,
): Statement => ({ sql: RECORD_APP, params: [event, userId, address, userAgent, clientId, KEPT.change.withinMs] });

const RECORD_BY_EMAIL = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor)
  SELECT now(), $1, (SELECT id FROM users WHERE email = $2), $3, $4, $5`;
/** An event of the account with this e-mail, where the id is not known. Without an account when nobody has it. */
export const recordByEmail = (event: AuditEvent, email: string, { address, userAgent }: Requester): Statement =>
  statement(RECORD_BY_EMAIL, [event, email, address, userAgent, null]);

/** The same, of somebody other than the account's owner. */
export const recordByEmailBy = ({ name, requester }: Actor, event: AuditEvent, email: string): Statement =>
  statement(RECORD_BY_EMAIL, [event, email, requester.address, requester.userAgent, name]);

const RECORD_THROTTLED = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
  SELECT now(), 'throttled', $1, $2, $3 FROM throttles WHERE key = $4 AND failures >= $5`;
/** Goes into the batch of a failure, behind it: records `throttled` if this failure reached the limit. */
export const recordThrottled = (
  key: string,
  limit: number,
  userId: number | null,
  { address, userAgent }: Requester,
): Statement => statement(RECORD_THROTTLED, [userId, address, userAgent, key, limit]);

const LATEST_REQUESTERS = `SELECT address, user_agent AS "userAgent" FROM audit_events
  WHERE user_id = $1 AND event = $2 AND repeat_of IS NULL ORDER BY id DESC LIMIT $3`;
/** Where the latest events of an account came from, without those that were only counted. */
export const latestRequesters = (
  db: Database,
  event: AuditEvent,
  userId: number,
  limit: number,
): Promise<Requester[]> => db.all<Requester & Row>(LATEST_REQUESTERS, [userId, event, limit]);

const ADDRESSES = `SELECT DISTINCT address FROM audit_events
  WHERE user_id = $1 AND event IN ('login_failed', 'reauthentication_failed', 'password_change_failed', 'throttled')
  AND address IS NOT NULL AND happened_at > now() - ms($2)`;
/** Where wrong passwords of an account came from lately. */
export const guessingAddresses = async (db: Database, userId: number, withinMs: number): Promise<string[]> =>
  (await db.all<{ address: string }>(ADDRESSES, [userId, withinMs])).map(({ address }) => address);

export interface AuditRow {
  /** Null in a row that stands for counted events. */
  readonly id: number | null;
  readonly happened_at: number;
  readonly event: string;
  readonly user_id: number | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly user_agent: string | null;
  /** Null when the owner of the account, or a client without an account, caused the event. */
  readonly actor: string | null;
  /** What the event is about: `key:<id>` or `client:<id>` with its name, `profile:<fields>`, or `reason` with that. */
  readonly subject: string | null;
  readonly subject_name: string | null;
  /** Of an actor who is an administrator with an account. */
  readonly actor_email?: string | null;
  /** How many events the row stands for: without an id, of one hour and network; with one, see audit-bounds.ts. */
  readonly count: number;
}

export interface AuditQuery {
  /** Undefined or null: of any account. */
  readonly userId?: number | null;
  readonly event?: string | null;
  readonly withinMs: number;
  readonly limit: number;
}

const LATEST = `SELECT audit_events.id, happened_at, event, user_id, users.email, address, user_agent, actor,
  subject, subject_name, count
  FROM audit_events LEFT JOIN users ON users.id = audit_events.user_id
  WHERE happened_at > now() - ms($1) AND ($2 = 0 OR user_id = $2) AND ($3 = '' OR event = $3)
  ORDER BY audit_events.id DESC LIMIT $4`;
/** The latest events within a time, in chronological order. */
export async function latest(db: Database, { userId, event, withinMs, limit }: AuditQuery): Promise<AuditRow[]> {
  const single = (await db.all<AuditRow>(LATEST, [withinMs, userId ?? 0, event ?? '', limit])).reverse();
  if (userId) return single;
  const counted = (await latestCounts(db, event ?? '', withinMs, limit)).map(countedRow);
  return [...counted, ...single].sort((a, b) => a.happened_at - b.happened_at).slice(-limit);
}

/** Counted events as a row, at the beginning of their hour. */
export const countedRow = ({ hour, event, network, events }: AuditCount): AuditRow => ({
  id: null,
  happened_at: hour * HOUR_MS,
  event,
  user_id: null,
  email: null,
  address: network === '' ? null : network,
  user_agent: null,
  actor: null,
  subject: null,
  subject_name: null,
  count: events,
});
