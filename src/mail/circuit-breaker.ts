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
 * The circuit breaker in front of the mail server. While it is open, e-mails are not all tried one after the other:
 * they keep their place, one at a time goes ahead as a probe, and the first that gets an answer closes it for all.
 */
interface CircuitBreaker {
  /** Whether the mail server is known to be unreachable. */
  isOpen(): boolean;
  /** How long until the next probe. */
  probeInMs(): number;
  /** Identifies the attempts that begin now; passed to `failed` with their result. */
  generation(): number;
  answered(): void;
  /** True when the failure counts: the attempt began after the last counted failure. */
  failed(generation: number): boolean;
}

export function createCircuitBreaker(timers: Timers): CircuitBreaker {
  let failures = 0;
  let generation = 0;
  let probeAtMs = 0;
  return {
    isOpen: () => failures > 0,
    probeInMs: () => Math.max(0, probeAtMs - timers.nowMs()),
    generation: () => generation,
    answered() {
      failures = 0;
    },
    failed(begunIn) {
      // Concurrent attempts that fail count as one failure.
      if (begunIn !== generation) return false;
      generation += 1;
      failures += 1;
      probeAtMs = timers.nowMs() + backoffMs(failures, FIRST_PROBE_WAIT_MS, MAX_PROBE_WAIT_MS);
      return true;
    },
  };
}
