import { reasonOf } from '../../lib/reason-of.ts';
import { StacklessError } from '../../lib/stackless-error.ts';
import type { WritableDatabase } from './database.ts';

/**
 * The database cannot be reached or written. The outage is logged once, so this error has no stack and is not logged.
 */
export class DatabaseLost extends StacklessError {}

interface OutageLog {
  info(about: object, message: string): void;
  error(about: object, message: string): void;
}

/** A success ends an outage only after this long without a failure: an almost full disk still accepts some writes. */
const RECOVERED_AFTER_MS = 1000;

interface Outage {
  readonly sinceMs: number;
  /** Whether a write has failed. If so, only a write ends the outage, because reads still succeed on a full disk. */
  ofWrites: boolean;
  lastFailureMs: number;
  failures: number;
}

/**
 * Logs one line when the database is lost and one when it is back, however many requests fail in between. A stack trace
 * per request would bury every other line.
 */
export function logOutages(db: WritableDatabase, log: OutageLog): WritableDatabase {
  let outage: Outage | undefined;

  const failed = (error: unknown, isWrite: boolean): never => {
    if (!db.isOutage(error)) throw error;
    const nowMs = performance.now();
    const message = reasonOf(error);
    if (!outage) {
      outage = { sinceMs: nowMs, ofWrites: false, lastFailureMs: nowMs, failures: 0 };
      log.error({ database: db.kind, reason: message }, 'database lost: requests fail until it is back');
    }
    outage.lastFailureMs = nowMs;
    outage.failures += 1;
    outage.ofWrites ||= isWrite;
    throw new DatabaseLost(message);
  };
  const succeeded = (begunMs: number, isWrite: boolean): void => {
    if (!outage || begunMs < outage.lastFailureMs + RECOVERED_AFTER_MS || (outage.ofWrites && !isWrite)) return;
    const { sinceMs, failures } = outage;
    outage = undefined;
    log.info({ database: db.kind, afterMs: Math.round(performance.now() - sinceMs), failures }, 'database back');
  };
  const watched = <T>(work: Promise<T>, isWrite: boolean): Promise<T> => {
    const onFailure = (error: unknown) => failed(error, isWrite);
    // Successes matter only during an outage.
    if (!outage) return work.catch(onFailure);
    const startedAtMs = performance.now();
    return work.then((result) => {
      succeeded(startedAtMs, isWrite);
      return result;
    }, onFailure);
  };

  return {
    ...db,
    one: (query, params) => watched(db.one(query, params), false),
    all: (query, params) => watched(db.all(query, params), false),
    batch: (statements) => watched(db.batch(statements), true),
    // The check writes too.
    check: () => watched(db.check(), true),
  };
}
