import type { Timers } from '../runtime/timers.ts';
import { growingWaitMs, LONGEST_PROBE_WAIT_MS } from './waits.ts';

const FIRST_PROBE_WAIT_MS = 250;

/**
 * Whether the mail server is there. While it is away, e-mails are not all thrown at it one after the other: they keep their
 * place, one at a time goes ahead as a probe, and the first that gets an answer lets all the others go.
 */
export interface ServerWatch {
  isAway(): boolean;
  /** How long until the next probe. */
  probeInMs(): number;
  /** To be handed back with what comes of an attempt that begins now. */
  era(): number;
  answered(): void;
  /** True when this is news: the attempt began after the last failure. */
  failed(era: number): boolean;
}

export function createServerWatch(timers: Timers): ServerWatch {
  let failures = 0;
  let era = 0;
  let probeAtMs = 0;
  return {
    isAway: () => failures > 0,
    probeInMs: () => Math.max(0, probeAtMs - timers.nowMs()),
    era: () => era,
    answered() {
      failures = 0;
    },
    failed(begunIn) {
      // Those that were on their way together failed together: that is one failure, not many.
      if (begunIn !== era) return false;
      era += 1;
      failures += 1;
      probeAtMs = timers.nowMs() + growingWaitMs(failures, FIRST_PROBE_WAIT_MS, LONGEST_PROBE_WAIT_MS);
      return true;
    },
  };
}
