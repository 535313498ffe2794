import { reasonOf } from '../../lib/reason-of.ts';
import { StacklessError } from '../../lib/stackless-error.ts';
import type { Database } from './database.ts';
import { onlyReads } from './drivers/postgres-reads.ts';

/** The database cannot be reached or written. Logged once for the whole outage: no stack, not logged again. */
export class DatabaseLost extends StacklessError {}

/** The part of the logger that is used here. */
interface OutageLog {
  info(about: object, message: string): void;
  error(about: object, message: string): void;
}

/** A success ends an outage only after this long without a failure: a nearly full disk takes some writes. */
const CALM_MS = 1000;

interface Outage {
  readonly sinceMs: number;
  /** Whether a write has failed. Then only a write ends the outage, because reads still succeed on a full disk. */
  ofWrites: boolean;
  lastFailureMs: number;
  failures: number;
}

/**
 * Logs one line when the database is lost and one when it is back, however many requests fail in between: a stack trace
 * for each of them would bury every other line.
 */
export function logOutages(db: Database, log: OutageLog): Database {
  let outage: Outage | undefined;

  const failed = (error: unknown, sql: string | undefined): never => {
    if (!db.isOutage(error)) throw error;
    const nowMs = performance.now();
    const message = reasonOf(error);
    if (!outage) {
      outage = { sinceMs: nowMs, ofWrites: false, lastFailureMs: nowMs, failures: 0 };
      log.error({ database: db.kind, reason: message }, 'database lost: requests fail until it is back');
    }
    outage.lastFailureMs = nowMs;
    outage.failures += 1;
    outage.ofWrites ||= isWrite(sql);
    throw new DatabaseLost(message);
  };
  const succeeded = (begunMs: number, sql: string | undefined): void => {
    if (!outage || begunMs < outage.lastFailureMs + CALM_MS || (outage.ofWrites && !isWrite(sql))) return;
    const { sinceMs, failures } = outage;
    outage = undefined;
    log.info({ database: db.kind, afterMs: Math.round(performance.now() - sinceMs), failures }, 'database back');
  };
  const watched = <T>(work: Promise<T>, sql?: string): Promise<T> => {
    const onFailure = (error: unknown) => failed(error, sql);
    // Successes matter only during an outage.
    if (!outage) return work.catch(onFailure);
    const startedAtMs = performance.now();
    return work.then((result) => {
      succeeded(startedAtMs, sql);
      return result;
    }, onFailure);
  };

  return {
    ...db,
    one: (sql, params) => watched(db.one(sql, params), sql),
    all: (sql, params) => watched(db.all(sql, params), sql),
    batch: (statements) => watched(db.batch(statements)),
    check: () => watched(db.check()),
  };
}

/** Undefined: several statements, or the check that a write succeeds. */
const isWrite = (sql: string | undefined): boolean => sql === undefined || !onlyReads(sql);
