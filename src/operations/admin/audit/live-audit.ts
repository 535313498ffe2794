import type { Timers } from '../../../lib/timers.ts';
import type { Reads } from '../../../store/engine/database.ts';
import type { AuditRow } from '../../../store/tables/audit.ts';
import { createAuditPoll, MOST_AT_ONCE } from '../../../store/tables/poll-audit-events.ts';
import { auditItem } from './schema.ts';

/** Somebody who follows the audit trail. */
export interface LiveListener {
  /** Who it is, as in the audit trail. */
  readonly actor: string;
  readonly isWanted: (row: AuditRow) => boolean;
  /** Asked from time to time: whether they still may. */
  readonly isAllowed: () => Promise<boolean>;
  readonly write: (line: string) => void;
  readonly end: () => void;
}

/** One look at the database per second for all who follow the audit trail in this process; none for nobody. */
export interface LiveAudit {
  readonly count: () => number;
  /** Whether this actor can follow no more, because too many do or this one alone does. */
  readonly isFullFor: (actor: string) => boolean;
  /** Returns what ends it. */
  follow(listener: LiveListener): () => void;
  /** Ends all of them, and takes no more. */
  close(): void;
}

const POLL_MS = 1000;
export const HEARTBEAT_MS = 15_000;
const MAX_LISTENERS = 50;
/** So that nobody takes the places of all others; enough for a screen each in a few tabs. */
const MAX_OF_ONE = 5;

const line = (value: object): string => `${JSON.stringify(value)}\n`;

export function createLiveAudit(db: Reads, timers: Timers): LiveAudit {
  const listeners = new Set<LiveListener>();
  const tail = createAuditPoll(db, timers.nowMs);
  let isClosed = false;
  let stopPolling = () => {};
  let stopHeartbeats = () => {};
  let started: Promise<void> | undefined;

  const send = async (rows: readonly AuditRow[]) => {
    for (const row of rows) {
      const wanting = [...listeners].filter((listener) => listener.isWanted(row));
      if (wanting.length === 0) continue;
      const text = line({ type: 'event', ...(await auditItem(row)) });
      for (const listener of wanting) listener.write(text);
    }
  };
  const poll = async () => {
    let hasMore = false;
    try {
      const rows = await tail.next();
      await send(rows);
      hasMore = rows.length >= MOST_AT_ONCE;
    } catch {
      // The database does not answer, which the log says elsewhere. The position is kept, so that nothing is lost.
    }
    if (listeners.size > 0) stopPolling = timers.after(hasMore ? 0 : POLL_MS, poll);
    else started = undefined;
  };
  const checkAll = async () => {
    const now = line({ type: 'heartbeat' });
    await Promise.all(
      [...listeners].map(async (listener) => {
        if (await listener.isAllowed()) listener.write(now);
        else end(listener, 'not_allowed');
      }),
    );
  };
  const remove = (listener: LiveListener) => {
    if (!listeners.delete(listener) || listeners.size > 0) return;
    stopPolling();
    stopHeartbeats();
    started = undefined;
  };
  const end = (listener: LiveListener, reason: string) => {
    if (!listeners.has(listener)) return;
    listener.write(line({ type: 'end', reason }));
    listener.end();
    remove(listener);
  };
  const begin = async () => {
    stopHeartbeats = timers.every(HEARTBEAT_MS, () => void checkAll());
    await tail.start();
    if (listeners.size > 0) stopPolling = timers.after(POLL_MS, poll);
  };
  return {
    count: () => listeners.size,
    isFullFor: (actor) =>
      isClosed ||
      listeners.size >= MAX_LISTENERS ||
      [...listeners].filter((one) => one.actor === actor).length >= MAX_OF_ONE,
    follow(listener) {
      listeners.add(listener);
      started ??= begin();
      // The first line says that nothing is missed from now on.
      started.then(
        () => listeners.has(listener) && listener.write(line({ type: 'heartbeat' })),
        () => end(listener, 'unavailable'),
      );
      return () => end(listener, 'shutdown');
    },
    close() {
      isClosed = true;
      for (const listener of [...listeners]) end(listener, 'shutdown');
    },
  };
}
