import type { Timers } from '../lib/timers.ts';

const FIRST_WAIT_MS = 1000;
/** The longest wait between two attempts: after an outage, every e-mail is tried again within two minutes. */
const MAX_WAIT_MS = 2 * 60_000;
/** The longest wait between two probes of an unreachable server. Short: a probe is one connection attempt. */
export const MAX_PROBE_WAIT_MS = 5000;

/** Exponential backoff with jitter, so that e-mails that failed together are not retried together. */
export const backoffMs = (failures: number, firstMs = FIRST_WAIT_MS, longestMs = MAX_WAIT_MS): number =>
  Math.round(Math.min(firstMs * 2 ** Math.min(failures - 1, 20), longestMs) * (0.5 + Math.random() / 2));

const FIRST_PROBE_WAIT_MS = 250;

/**
 * A circuit breaker for the mail server. During an outage, e-mails wait, except for one at a time as a probe. The first
 * answer ends the outage.
 */
interface MailOutage {
  /** Whether the mail server is known to be unreachable. */
  isOn(): boolean;
  /** How long until the next probe. */
  probeInMs(): number;
  /** Identifies the attempts that begin now; passed to `attemptFailed` with their result. */
  epoch(): number;
  end(): void;
  /** True if the failure counts: the attempt began after the last counted failure. */
  attemptFailed(epoch: number): boolean;
}

export function createMailOutage(timers: Timers): MailOutage {
  let failures = 0;
  let epoch = 0;
  let probeAtMs = 0;
  return {
    isOn: () => failures > 0,
    probeInMs: () => Math.max(0, probeAtMs - timers.nowMs()),
    epoch: () => epoch,
    end() {
      failures = 0;
    },
    attemptFailed(begunIn) {
      // Concurrent attempts that fail count as one failure.
      if (begunIn !== epoch) return false;
      epoch += 1;
      failures += 1;
      probeAtMs = timers.nowMs() + backoffMs(failures, FIRST_PROBE_WAIT_MS, MAX_PROBE_WAIT_MS);
      return true;
    },
  };
}
