import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { sweep } from '../store/housekeeping.ts';
import type { Timers } from '../timers.ts';

const PAUSE_MS = 60_000;
/** Between two steps of one sweep, requests come first. */
const BREATH_MS = 50;

/** Removes what has run its course, in the background. Returns what stops it. */
export function startHousekeeping(db: Database, auditKeptMs: number, log: Logger, timers: Timers): () => void {
  let cancel = () => {};
  let stopped = false;
  const next = (delayMs: number) => {
    if (!stopped) cancel = timers.after(delayMs, step);
  };
  const step = async () => {
    try {
      next((await sweep(db, auditKeptMs)) ? BREATH_MS : PAUSE_MS);
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'housekeeping failed, and is tried again');
      next(PAUSE_MS);
    }
  };
  next(PAUSE_MS);
  return () => {
    stopped = true;
    cancel();
  };
}
