import type { Logger } from 'pino';
import { repeat, type Timers } from '../lib/timers.ts';
import type { FindingCounts } from '../monitoring/finding-metrics.ts';

const FIRST_AFTER_MS = 5000;
const INTERVAL_MS = 3_600_000;

/** Reports findings of latchkey doctor as metrics, soon after startup and then once an hour. */
export function createDoctorSchedule(
  runDoctor: (signal: AbortSignal) => Promise<FindingCounts>,
  timers: Timers,
  log: Logger,
) {
  let counts: FindingCounts = {};
  return {
    /** Returns a function that stops it. */
    start: () =>
      repeat(timers, FIRST_AFTER_MS, async (stopped) => {
        try {
          counts = await runDoctor(stopped);
        } catch (err) {
          if (!stopped.aborted) log.warn({ err }, 'the doctor could not check this instance, retrying');
        }
        return INTERVAL_MS;
      }),
    /** The metrics of the last run; empty before the first. */
    counts: () => counts,
  };
}
