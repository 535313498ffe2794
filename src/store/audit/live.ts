import type { Timers } from '../../lib/timers.ts';
import type { Reads } from '../engine/database.ts';
import type { AuditRow } from './read.ts';
import { createAuditPoll, MAX_PER_POLL } from './tail.ts';

/** A client that follows the audit trail. */
export interface LiveListener {
  /** The actor's name in the audit trail. */
  readonly actor: string;
  readonly isWanted: (row: AuditRow) => boolean;
  /** Called periodically: whether the listener is still allowed. */
  readonly isAllowed: () => Promise<boolean>;
  readonly write: (line: string) => void;
  readonly end: () => void;
}

/** Polls the database once per second for all listeners of this process, and not at all without listeners. */
export interface LiveAudit {
  readonly count: () => number;
  /** Whether this actor cannot follow, because too many clients do or the actor has too many connections. */
  readonly isFullFor: (actor: string) => boolean;
  /** Returns a function that unsubscribes. */
  follow(listener: LiveListener): () => void;
  /** Ends all listeners and accepts no more. */
  close(): void;
}

const POLL_MS = 1000;
export const HEARTBEAT_MS = 15_000;
const MAX_LISTENERS = 50;
/** Keeps one actor from taking all places, yet allows a screen in several tabs. */
const MAX_PER_ACTOR = 5;

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** `describe` is what a client receives of an event. */
export function createLiveAudit(db: Reads, timers: Timers, describe: (row: AuditRow) => Promise<object>): LiveAudit {
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
      const text = line({ type: 'event', ...(await describe(row)) });
      for (const listener of wanting) listener.write(text);
    }
  };
  const poll = async () => {
    let hasMore = false;
    try {
      const rows = await tail.next();
      await send(rows);
      hasMore = rows.length >= MAX_PER_POLL;
    } catch {
      // The outage is logged elsewhere. The position is kept, so that no event is lost.
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
      [...listeners].filter((listener) => listener.actor === actor).length >= MAX_PER_ACTOR,
    follow(listener) {
      listeners.add(listener);
      started ??= begin();
      // The first line confirms that no event is missed from now on.
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
