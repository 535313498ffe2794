import type { Reads } from '../engine/database.ts';
import { type AuditFilter, findAuditEvents, type Scan } from './find.ts';
import { type CountPosition, countsBefore, HOUR_MS } from './hourly-counts.ts';
import { type AuditRow, countedRow } from './read.ts';

/** The position in a list of single events and counts. */
export interface AuditPosition {
  readonly beforeId: number;
  /** Null: no count was returned yet. */
  readonly count: CountPosition | null;
}

interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Null on the last page. Earlier pages may be short or even empty. */
  readonly next: AuditPosition | null;
}

const START: AuditPosition = { beforeId: Number.MAX_SAFE_INTEGER, count: null };
const NONE = { rows: [], end: null };

/**
 * One page of the audit trail, newest first: single events by id, merged with the hourly counts of events without an
 * account. The position covers both lists, so that no row is skipped or repeated.
 */
export async function auditPage(
  db: Reads,
  filter: AuditFilter,
  after: AuditPosition | null,
  limit: number,
): Promise<AuditPage> {
  const position = after ?? START;
  const hasCounts = filter.userId === null && filter.actor === null;
  const [events, counts] = await Promise.all([
    findAuditEvents(db, filter, position.beforeId, limit + 1),
    hasCounts ? countedBefore(db, filter, position.count, limit + 1) : NONE,
  ]);
  return merge(position, events, counts, limit);
}

type CountScan = Scan<CountPosition> & { readonly positions: readonly CountPosition[] };

async function countedBefore(
  db: Reads,
  filter: AuditFilter,
  position: CountPosition | null,
  limit: number,
): Promise<CountScan> {
  const { counts, end } = await countsBefore(db, position, filter, limit);
  return {
    rows: counts.map(countedRow),
    positions: counts,
    end: end ? { position: placeOf(end), happenedAtMs: end.hour * HOUR_MS } : null,
  };
}

const placeOf = ({ hour, event, network }: CountPosition): CountPosition => ({ hour, event, network });

function merge(
  position: AuditPosition,
  events: Scan<number>,
  counts: CountScan | typeof NONE,
  limit: number,
): AuditPage {
  const rows: AuditRow[] = [];
  let [taken, takenCounts] = [0, 0];
  // If one list was not examined further, the other must stop at the same time.
  const floorOf = (end: Scan<unknown>['end']) => end?.happenedAtMs ?? Number.NEGATIVE_INFINITY;
  while (rows.length < limit) {
    const event = events.rows[taken];
    const count = counts.rows[takenCounts];
    if (event && event.happened_at >= (count?.happened_at ?? floorOf(counts.end))) {
      rows.push(event);
      taken += 1;
    } else if (count && count.happened_at >= (event?.happened_at ?? floorOf(events.end))) {
      rows.push(count);
      takenCounts += 1;
    } else break;
  }
  const isAll = events.end === null && counts.end === null;
  if (isAll && taken === events.rows.length && takenCounts === counts.rows.length) return { rows, next: null };
  return {
    rows,
    next: {
      beforeId: placeAfter(
        taken,
        events.rows.map(({ id }) => id as number),
        events.end?.position,
        position.beforeId,
      ),
      count:
        'positions' in counts
          ? placeAfter(takenCounts, counts.positions.map(placeOf), counts.end?.position, position.count)
          : null,
    },
  };
}

/** The position after the last returned row or, if all rows were returned, after the last row examined. */
function placeAfter<P>(taken: number, positions: readonly P[], end: P | undefined, before: P): P {
  if (taken === positions.length && end !== undefined) return end;
  return taken === 0 ? before : (positions[taken - 1] as P);
}
