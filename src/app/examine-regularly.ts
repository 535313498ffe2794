import type { Logger } from 'pino';
import type { Timers } from '../lib/timers.ts';
import type { FindingCounts } from '../monitoring/finding-metrics.ts';

const FIRST_AFTER_MS = 5000;
const INTERVAL_MS = 3_600_000;

/** What latchkey doctor finds, told as metrics: soon after the start, and once an hour. */
export function createExamination(
  examine: (signal: AbortSignal) => Promise<FindingCounts>,
  timers: Timers,
  log: Logger,
) {
  const stopped = new AbortController();
  let counts: FindingCounts = {};
  let cancel = () => {};
  const look = async () => {
    try {
      counts = await examine(stopped.signal);
    } catch (err) {
      if (!stopped.signal.aborted) log.warn({ err }, 'the doctor could not check this instance, retrying');
    }
    if (!stopped.signal.aborted) cancel = timers.after(INTERVAL_MS, look);
  };
  return {
    start() {
      cancel = timers.after(FIRST_AFTER_MS, look);
    },
    /** Empty until it has looked for the first time. */
    counts: () => counts,
    stop() {
      stopped.abort();
      cancel();
    },
  };
}
