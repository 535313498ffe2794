import { setTimeout } from 'node:timers/promises';
import { DatabaseUnusable } from './database.ts';

const RETRY_MS = 1000;
/** A line is logged once per this many attempts. */
const ATTEMPTS_PER_LINE = 60;

interface WaitingLog {
  info(message: string): void;
  warn(about: object, message: string): void;
}

/**
 * Waits for a database server that does not answer yet, for example while a machine boots: service managers give up on
 * a program that exits a few times in a row. Throws permanent errors, such as a wrong password.
 */
export async function whenReachable<T>(open: () => Promise<T>, log: WaitingLog): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const opened = await open();
      if (attempt > 0) log.info('the database answers');
      return opened;
    } catch (error) {
      if (!(error instanceof DatabaseUnusable && error.isTemporary)) throw error;
      if (attempt % ATTEMPTS_PER_LINE === 0) {
        log.warn({ reason: error.message }, 'waiting for the database, retrying every second');
      }
      await setTimeout(RETRY_MS);
    }
  }
}
