import { commitUnrecorded, NOTHING, orNothing, type Store } from '../commit.ts';
import { orThrow, query, type Reads, type Statement, statement } from '../engine/database.ts';

/** How long events without an account (attempts at unknown addresses) stay single rows before they are counted. */
const KEPT_MS = 60_000;
/** Events per transaction, so that transactions stay short. */
const STEP = 500;
export const HOUR_MS = 3_600_000;
/** Networks counted separately per event and hour. Others share a row, so that many networks cannot fill the disk. */
const MAX_NETWORKS = 100;

/**
 * Excludes events with an actor, because a count would not name the operator, administrator or API key. Also excludes
 * events that the statistics do not contain yet, which would be lost there.
 */
const ANONYMOUS = `user_id IS NULL AND address IS NOT NULL AND actor IS NULL AND happened_at < now() - ms($1)
  AND id <= (SELECT position FROM statistics_progress WHERE name = 'audit_events')`;
const OLDEST = query<StrangersEvent>`SELECT id, happened_at, event, address FROM audit_events WHERE ${ANONYMOUS}
  ORDER BY id LIMIT $2`;
/** Locks the events that were read. Returns no row, which rolls back, if another instance has counted some of them. */
const HOLD = `SELECT COUNT(*) AS held FROM
  (SELECT id FROM audit_events WHERE ${ANONYMOUS} AND id <= $2 FOR UPDATE) AS strangers
  HAVING COUNT(*) = $3`;
const REMOVE = `DELETE FROM audit_events WHERE ${ANONYMOUS} AND id <= $2`;
const NETWORKS = query<{ network: string }>`SELECT network FROM audit_counts WHERE hour = $1 AND event = $2`;
const ADD = `INSERT INTO audit_counts (hour, event, network, events) VALUES ($1, $2, $3, $4)
  ON CONFLICT (hour, event, network) DO UPDATE SET events = audit_counts.events + excluded.events`;

interface StrangersEvent {
  readonly id: number;
  readonly happened_at: number;
  readonly event: string;
  readonly address: string;
}

/** Replaces events without an account by a count per event, hour and network. Returns true if more are left. */
export async function countAnonymousEvents(db: Store, networkOf: (address: string) => string): Promise<boolean> {
  const events = await db.all(OLDEST, [KEPT_MS, STEP]);
  const last = events.at(-1);
  if (!last) return false;
  const added = await additions(db, events, networkOf);
  const counted = await orNothing(
    commitUnrecorded(db, 'counted in place of being listed', {
      held: orThrow(statement(HOLD, [KEPT_MS, last.id, events.length]), NOTHING),
      removed: statement(REMOVE, [KEPT_MS, last.id]),
      added,
    }),
  );
  return counted !== undefined && events.length === STEP;
}

/** The statements that add the events to the counts. */
async function additions(
  db: Reads,
  events: readonly StrangersEvent[],
  networkOf: (address: string) => string,
): Promise<Statement[]> {
  const byHour = Map.groupBy(events, ({ happened_at, event }) => `${Math.floor(happened_at / HOUR_MS)} ${event}`);
  const statements: Statement[] = [];
  for (const [hourAndEvent, together] of byHour) {
    const [hour = '', event = ''] = hourAndEvent.split(' ');
    const known = await db.all(NETWORKS, [Number(hour), event]);
    const networks = new Set(known.map(({ network }) => network));
    const counts = new Map<string, number>();
    for (const { address } of together) {
      const exact = networkOf(address);
      const network = networks.has(exact) || networks.size < MAX_NETWORKS ? exact : '';
      networks.add(network);
      counts.set(network, (counts.get(network) ?? 0) + 1);
    }
    for (const [network, count] of counts) {
      statements.push(statement(ADD, [Number(hour), event, network, count]));
    }
  }
  return statements;
}

export interface AuditCount {
  /** Hours since 1970, UTC. */
  readonly hour: number;
  readonly event: string;
  /** Empty in the row shared by the networks beyond the limit. */
  readonly network: string;
  readonly events: number;
}

const NOW = query<{ now: number }>`SELECT now() AS now`;
const earliestHour = async (db: Reads, withinMs: number): Promise<number> =>
  Math.floor((((await db.one(NOW))?.now ?? 0) - withinMs) / HOUR_MS);

const LATEST = query<AuditCount>`SELECT hour, event, network, events FROM audit_counts WHERE hour >= $1
  AND ($2 = '' OR event = $2)
  ORDER BY hour DESC, event, network LIMIT $3`;
/** The latest counts within a time, in chronological order. */
export const latestCounts = async (db: Reads, event: string, withinMs: number, limit: number): Promise<AuditCount[]> =>
  (await db.all(LATEST, [await earliestHour(db, withinMs), event, limit])).reverse();

/** The position of a count in the list, which is sorted by these columns in descending order. */
export type CountPosition = Pick<AuditCount, 'hour' | 'event' | 'network'>;

/** A position before the newest possible count. */
const FIRST: CountPosition = { hour: Number.MAX_SAFE_INTEGER, event: '', network: '' };
const BEFORE = query<AuditCount>`SELECT hour, event, network, events FROM audit_counts
  WHERE (hour, event, network) < ($1, $2, $3) AND hour >= $4
  ORDER BY hour DESC, event DESC, network DESC LIMIT $5`;
/** Counts examined for one page when a filter skips some. */
const MAX_SCANNED = 5000;

/** Filters counts. Null and an empty list match everything. */
interface CountFilter {
  readonly events: readonly string[];
  readonly network: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Counts after `position`, and the last one examined if more follow. */
export async function countsBefore(
  db: Reads,
  position: CountPosition | null,
  { events, network, fromMs, toMs }: CountFilter,
  limit: number,
): Promise<{ readonly counts: readonly AuditCount[]; readonly end: AuditCount | undefined }> {
  const start = position ?? FIRST;
  const firstHour = fromMs === null ? 0 : Math.floor(fromMs / HOUR_MS);
  const endHour = toMs === null ? start.hour : Math.floor((toMs - 1) / HOUR_MS) + 1;
  // A single upper bound: given two, SQLite would start at the first and read all counts after the period.
  const before = endHour < start.hour ? { ...FIRST, hour: endHour } : start;
  const place = [before.hour, before.event, before.network, firstHour];
  if (events.length === 0 && network === null) {
    const counts = await db.all(BEFORE, [...place, limit]);
    return { counts, end: counts[limit - 1] };
  }
  const wanted = [...events, ...(network === null ? [] : [network])];
  const conditions = [
    ...(events.length === 0 ? [] : [`event IN (${events.map((_, at) => `$${at + 7}`).join(', ')})`]),
    ...(network === null ? [] : [`network = $${events.length + 7}`]),
  ];
  const counts = await db.all(
    query<AuditCount>`SELECT * FROM (${BEFORE}) AS looked WHERE ${conditions.join(' AND ')}
      ORDER BY hour DESC, event DESC, network DESC LIMIT $6`,
    [...place, MAX_SCANNED, limit, ...wanted],
  );
  if (counts.length === limit) return { counts, end: counts.at(-1) };
  const bottom = query<AuditCount>`SELECT * FROM (${BEFORE}) AS looked ORDER BY hour DESC, event DESC, network DESC
    LIMIT 1 OFFSET ${MAX_SCANNED - 1}`;
  return { counts, end: await db.one(bottom, [...place, MAX_SCANNED]) };
}

const FORGET = 'DELETE FROM audit_counts WHERE hour < $1';
export const forgetCounts = async (db: Reads, keptMs: number): Promise<Statement> =>
  statement(FORGET, [await earliestHour(db, keptMs)]);
