import { query, type Reads, type Value } from '../engine/database.ts';
import { idRangeOf } from '../tables/id-range.ts';
import type { AuditRow } from './read.ts';
import { actorId } from './record.ts';

/** Filters audit events. Null and an empty list match everything. */
export interface AuditFilter {
  readonly events: readonly string[];
  readonly userId: number | null;
  /** `any`: events caused by anyone except the account itself. */
  readonly actor: string | null;
  readonly address: string | null;
  /** The network of `address`, by which events without an account are counted. */
  readonly network: string | null;
  readonly fromMs: number | null;
  /** Exclusive. */
  readonly toMs: number | null;
}

/** One part of a list, newest first. */
export interface Scan<Position> {
  readonly rows: readonly AuditRow[];
  /** The last row examined if more follow; null: all rows were examined. */
  readonly end: { readonly position: Position; readonly happenedAtMs: number } | null;
}

/** Rows examined per page if no index finds the matching ones. The next page continues there. */
export const MAX_EXAMINED = 5000;
/** PostgreSQL's ids can be out of order in time by at most this many events. */
const OUT_OF_ORDER = 1000;

const COLUMNS = 'id, happened_at, event, user_id, address, user_agent, actor, subject, subject_name, count';
/** Rows of audit_events, newest first, with the current addresses of the accounts. */
export const withEmails = (events: string) =>
  query<AuditRow>`SELECT events.id, happened_at, event, user_id, users.email, address, user_agent, actor, subject,
    subject_name, count, actors.email AS actor_email
  FROM (${events}) AS events LEFT JOIN users ON users.id = events.user_id
  LEFT JOIN users AS actors ON actors.id = ${actorId('events.actor')}
  ORDER BY events.id DESC`;

/** Collects the parameters of a statement while its text is built; `value` returns the placeholder of a parameter. */
function createSql({ kind }: Reads) {
  const params: Value[] = [];
  return { kind, params, value: (value: Value): string => `$${params.push(value)}` };
}
type Sql = ReturnType<typeof createSql>;

interface IdRange {
  readonly from: number;
  readonly below: number;
}

/**
 * At most `limit` events with ids below `beforeId`, newest first. An index finds the events of one account, address,
 * actor or few kinds; otherwise a bounded number of rows is examined.
 */
export async function findAuditEvents(
  db: Reads,
  filter: AuditFilter,
  beforeId: number,
  limit: number,
): Promise<Scan<number>> {
  const range = await idRange(db, filter, beforeId);
  if (range === undefined) return { rows: [], end: null };
  const sql = createSql(db);
  const hasRest = needsScan(filter);
  const looked = candidates(sql, filter, range, hasRest ? MAX_EXAMINED : limit);
  const matching = hasRest
    ? `SELECT * FROM (${looked}) AS looked WHERE ${rest(sql, filter)} ORDER BY id DESC LIMIT ${sql.value(limit)}`
    : looked;
  const found = await db.all(withEmails(matching), sql.params);
  const last = found.length === limit ? found.at(-1) : hasRest && (await lastLookedAt(db, filter, range));
  return {
    rows: found.filter(({ happened_at }) => isWithin(happened_at, filter)),
    end: last ? { position: Number(last.id), happenedAtMs: last.happened_at } : null,
  };
}

/** The events that an index finds, newest first. */
function candidates(sql: Sql, filter: AuditFilter, { from, below }: IdRange, most: number): string {
  const part = (condition: string, order: string) => `SELECT * FROM (SELECT ${COLUMNS} FROM audit_events
    WHERE ${condition} ORDER BY ${order} LIMIT ${sql.value(most)}) AS part`;
  const of = (column: string, value: Value) =>
    part(idRangeOf[sql.kind](column, sql.value(value), sql.value(below), sql.value(from)), `${column} DESC, id DESC`);
  const byId = (condition: string) =>
    part(`${condition}id < ${sql.value(below)} AND id >= ${sql.value(from)}`, 'id DESC');
  if (filter.userId !== null) return of('user_id', filter.userId);
  if (filter.address !== null) return of('address', filter.address);
  if (filter.actor !== null) return byId('actor IS NOT NULL AND ');
  if (filter.events.length === 0) return byId('');
  return `SELECT * FROM (${filter.events.map((event) => of('event', event)).join(' UNION ALL ')}) AS parts
    ORDER BY id DESC LIMIT ${sql.value(most)}`;
}

/** Whether the filter has conditions besides the one that an index serves. */
function needsScan({ userId, address, actor, events }: AuditFilter): boolean {
  const conditions = [userId !== null, address !== null, actor !== null, events.length > 0].filter(Boolean).length;
  return conditions > 1 || (actor !== null && actor !== 'any');
}

function rest(sql: Sql, { events, actor, address }: AuditFilter): string {
  const conditions: string[] = [];
  if (events.length > 0) conditions.push(`event IN (${events.map((event) => sql.value(event)).join(', ')})`);
  if (actor === 'any') conditions.push('actor IS NOT NULL');
  else if (actor !== null) conditions.push(`actor = ${sql.value(actor)}`);
  if (address !== null) conditions.push(`address = ${sql.value(address)}`);
  return conditions.join(' AND ');
}

/** Undefined if all candidates were examined. */
function lastLookedAt(db: Reads, filter: AuditFilter, range: IdRange) {
  const sql = createSql(db);
  const looked = candidates(sql, filter, range, MAX_EXAMINED);
  const last = query<{ id: number; happened_at: number }>`SELECT id, happened_at FROM (${looked}) AS looked
    ORDER BY id DESC LIMIT 1 OFFSET ${MAX_EXAMINED - 1}`;
  return db.one(last, sql.params);
}

const isWithin = (ms: number, { fromMs, toMs }: AuditFilter): boolean =>
  (fromMs === null || ms >= fromMs) && (toMs === null || ms < toMs);

const FIRST_ID = query<{ id: number | null }>`SELECT MIN(id) AS id FROM
  (SELECT id FROM audit_events WHERE happened_at >= at($1) ORDER BY happened_at LIMIT $2) AS first`;
const LAST_ID = query<{ id: number | null }>`SELECT MAX(id) AS id FROM
  (SELECT id FROM audit_events WHERE happened_at < at($1) ORDER BY happened_at DESC LIMIT $2) AS last`;
type Found = { readonly id: number | null } | undefined;
/** The ids of a period; undefined if nothing happened in it. */
async function idRange(db: Reads, { fromMs, toMs }: AuditFilter, beforeId: number): Promise<IdRange | undefined> {
  const [first, last]: Found[] = await Promise.all([
    fromMs === null ? { id: 0 } : db.one(FIRST_ID, [fromMs, OUT_OF_ORDER]),
    toMs === null ? { id: beforeId - 1 } : db.one(LAST_ID, [toMs, OUT_OF_ORDER]),
  ]);
  if (first?.id == null || last?.id == null) return undefined;
  return { from: first.id, below: Math.min(beforeId, last.id + 1) };
}
