import type { Requester } from '../../lib/requester.ts';
import { query, type Reads } from '../engine/database.ts';
import type { AuditEvent } from './event-types.ts';
import { type AuditCount, HOUR_MS, latestCounts } from './hourly-counts.ts';

const LATEST_REQUESTERS = query<Requester>`SELECT address, user_agent AS "userAgent" FROM audit_events
  WHERE user_id = $1 AND event = $2 AND repeat_of IS NULL ORDER BY id DESC LIMIT $3`;
/** The addresses and user agents of an account's latest events, without those that were only counted. */
export const latestRequesters = (db: Reads, event: AuditEvent, userId: number, limit: number): Promise<Requester[]> =>
  db.all(LATEST_REQUESTERS, [userId, event, limit]);

const ADDRESSES = query<{ address: string }>`SELECT DISTINCT address FROM audit_events
  WHERE user_id = $1 AND event IN ('login_failed', 'reauthentication_failed', 'password_change_failed', 'throttled')
  AND address IS NOT NULL AND happened_at > now() - ms($2)`;
/** The addresses from which wrong passwords for the account came. */
export const guessingAddresses = async (db: Reads, userId: number, withinMs: number): Promise<string[]> =>
  (await db.all(ADDRESSES, [userId, withinMs])).map(({ address }) => address);

export interface AuditRow {
  /** Null in a row that stands for counted events. */
  readonly id: number | null;
  readonly happened_at: number;
  readonly event: string;
  readonly user_id: number | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly user_agent: string | null;
  /** Null if the owner of the account, or a client without an account, caused the event. */
  readonly actor: string | null;
  /** `key:<id>` or `client:<id>` with its name, `profile:<fields>`, or `reason` with the reason as name. */
  readonly subject: string | null;
  readonly subject_name: string | null;
  /** The address of an actor who is an administrator with an account. */
  readonly actor_email?: string | null;
  /** Events in the row: without an id, those of one hour and network; with an id, see KEPT in events.ts. */
  readonly count: number;
}

interface AuditQuery {
  /** Undefined or null: any account. */
  readonly userId?: number | null;
  readonly event?: string | null;
  readonly withinMs: number;
  readonly limit: number;
}

const LATEST = query<AuditRow>`SELECT audit_events.id, happened_at, event, user_id, users.email, address, user_agent,
  actor,
  subject, subject_name, count
  FROM audit_events LEFT JOIN users ON users.id = audit_events.user_id
  WHERE happened_at > now() - ms($1) AND ($2 = 0 OR user_id = $2) AND ($3 = '' OR event = $3)
  ORDER BY audit_events.id DESC LIMIT $4`;
/** The latest events within a time, in chronological order. */
export async function latest(db: Reads, { userId, event, withinMs, limit }: AuditQuery): Promise<AuditRow[]> {
  const single = (await db.all(LATEST, [withinMs, userId ?? 0, event ?? '', limit])).reverse();
  if (userId) return single;
  const counted = (await latestCounts(db, event ?? '', withinMs, limit)).map(countedRow);
  return [...counted, ...single].sort((a, b) => a.happened_at - b.happened_at).slice(-limit);
}

/** A row for counted events, dated at the start of their hour. */
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
