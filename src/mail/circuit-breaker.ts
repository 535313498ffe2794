import type { Timers } from '../lib/timers.ts';
import { backoffMs, MAX_PROBE_WAIT_MS } from './backoff.ts';

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
