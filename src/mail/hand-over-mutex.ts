import type { Timers } from '../lib/timers.ts';

interface HandOverLock {
  /** Resolves when the lock is held. */
  acquire(): Promise<void>;
  /** May be called for a lock that was never acquired. */
  release(): void;
}

/**
 * A mutex around the end of a transmission: only one e-mail at a time is between its last byte and the write that it
 * was sent, so that a crash repeats at most one. A holder that takes too long loses the lock to the next.
 */
export function createHandOverMutex(timers: Timers, maxHeldMs: number): () => HandOverLock {
  let last: Promise<void> = Promise.resolve();
  return () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const acquire = () => {
      const free = last;
      last = free.then(() => releasedOrTooLate(released));
      return free;
    };
    return { acquire, release };
  };

  async function releasedOrTooLate(released: Promise<void>): Promise<void> {
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(maxHeldMs, resolve);
    await Promise.race([released, tooLate]);
    cancel();
  }
}
