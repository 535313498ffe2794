import type { Logger } from 'pino';
import { repeat, type Timers } from '../lib/timers.ts';
import type { Database } from '../store/engine/database.ts';

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 24 * HOUR_MS;

/** Checks the file of the embedded database for damage once a day. Undefined with PostgreSQL. */
export function createFileWatch({ findDamage }: Database, timers: Timers, log: Logger) {
  if (!findDamage) return undefined;
  let damage: string | undefined;
  return {
    /** Processes of one machine share the file, so they check at different times, and not during startup. */
    start: () =>
      repeat(timers, HOUR_MS * (0.1 + Math.random()), async (stopped) => {
        try {
          damage = await findDamage(stopped);
          if (damage !== undefined)
            log.error({ reason: damage }, 'the database file is damaged: restore a backup, see latchkey doctor');
        } catch (err) {
          if (!stopped.aborted) log.warn({ err }, 'cannot check the database file for damage');
        }
        return INTERVAL_MS;
      }),
    isDamaged: () => damage !== undefined,
  };
}
