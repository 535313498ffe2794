import type { Logger } from 'pino';
import { clientNetwork } from '../http/client-address.ts';
import type { Timers } from '../runtime/timers.ts';
import { countStrangers, forgetCounts } from '../store/audit-counts.ts';
import type { Database } from '../store/database.ts';
import { sweep } from '../store/housekeeping.ts';

export const PAUSE_MS = 20_000;
/** Between two steps of one sweep, requests come first. */
const BREATH_MS = 50;

/** One step of it. True when there is more to do at once. */
export async function keepHouse(db: Database, auditKeptMs: number): Promise<boolean> {
  await forgetCounts(db, auditKeptMs);
  const moreStrangers = await countStrangers(db, clientNetwork);
  const moreToSweep = await sweep(db, auditKeptMs);
  return moreStrangers || moreToSweep;
}

/** Removes what has run its course, in the background. Returns what stops it. */
export function startHousekeeping(db: Database, auditKeptMs: number, log: Logger, timers: Timers): () => void {
  let cancel = () => {};
  let stopped = false;
  const next = (delayMs: number) => {
    if (!stopped) cancel = timers.after(delayMs, step);
  };
  const step = async () => {
    try {
      next((await keepHouse(db, auditKeptMs)) ? BREATH_MS : PAUSE_MS);
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
