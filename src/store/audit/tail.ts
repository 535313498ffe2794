import { query, type Reads } from '../engine/database.ts';
import { withEmails } from './find.ts';
import type { AuditRow } from './read.ts';

/** Reads new events of the audit trail from all instances. */
interface AuditPoll {
  /** Starts at the newest event. */
  start(): Promise<void>;
  /** The events added since the last call, sorted by id except for late commits. */
  next(): Promise<AuditRow[]>;
}

/** Rows per call, and how far below the start uncommitted ids are expected. */
export const MAX_PER_POLL = 500;
/** PostgreSQL assigns ids before the commit, and commits in any order: a missing id may still appear for this long. */
const AWAITED_MS = 60_000;
const MAX_AWAITED = 1000;
/** Ids per statement. */
const IDS_PER_QUERY = 100;

const LAST = query<{ id: number }>`SELECT COALESCE(MAX(id), 0) AS id FROM audit_events`;
const IDS = query<{ id: number }>`SELECT id FROM audit_events WHERE id > $1 AND id <= $2`;
const ADDED = withEmails('SELECT * FROM audit_events WHERE id > $1 ORDER BY id LIMIT $2');
const PLACEHOLDERS = Array.from({ length: IDS_PER_QUERY }, (_, at) => `$${at + 1}`).join(', ');
const LATE = withEmails(`SELECT * FROM audit_events WHERE id IN (${PLACEHOLDERS})`);

export function createAuditPoll(db: Reads, monotonicMs: () => number): AuditPoll {
  let position = 0;
  /** The missing ids, with the time since when each is missing. */
  let awaited = new Map<number, number>();

  const awaitMissing = (after: number, found: ReadonlySet<number>) => {
    for (let id = Math.max(after + 1, position - MAX_AWAITED); id < position; id += 1) {
      if (!found.has(id)) awaited.set(id, monotonicMs());
    }
    const oldestMs = monotonicMs() - AWAITED_MS;
    awaited = new Map([...awaited].filter(([, sinceMs]) => sinceMs > oldestMs).slice(-MAX_AWAITED));
  };
  const late = async (): Promise<AuditRow[]> => {
    const ids = [...awaited.keys()];
    const rows: AuditRow[] = [];
    for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
      const some = ids.slice(at, at + IDS_PER_QUERY);
      rows.push(
        ...(await db.all(
          LATE,
          Array.from({ length: IDS_PER_QUERY }, (_, i) => some[i] ?? null),
        )),
      );
    }
    return rows;
  };
  return {
    async start() {
      awaited = new Map();
      position = (await db.one(LAST))?.id ?? 0;
      const first = Math.max(0, position - MAX_PER_POLL);
      awaitMissing(first, new Set((await db.all(IDS, [first, position])).map(({ id }) => id)));
    },
    async next() {
      const before = position;
      const [missed, added] = await Promise.all([late(), db.all(ADDED, [position, MAX_PER_POLL])]);
      for (const { id } of missed) awaited.delete(Number(id));
      const ids = added.map(({ id }) => Number(id));
      position = Math.max(position, ...ids);
      awaitMissing(before, new Set(ids));
      return [...missed, ...added].sort((one, other) => Number(one.id) - Number(other.id));
    },
  };
}
