import type { Timers } from '../timers.ts';

/**
 * A mutex around the end of a transmission: several e-mails are sent concurrently, but only one at a time is between its last byte and
 * the database write that it was sent. So after a crash at most one e-mail has an unknown outcome and is sent again. A holder that exceeds
 * the time limit loses the lock to the next, because a slow server must not delay all others.
 */
export interface HandOverMutex {
  lock(): HandOverLock;
}

export interface HandOverLock {
  /** Resolves when the lock is held. */
  acquire(): Promise<void>;
  /** May be called for a lock that was never acquired. */
  release(): void;
}

export function createHandOverMutex(timers: Timers, maxHeldMs: number): HandOverMutex {
  let last: Promise<void> = Promise.resolve();
  return {
    lock() {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      return {
        release,
        acquire() {
          const free = last;
          last = free.then(() => releasedOrTooLate(released));
          return free;
        },
      };
    },
  };

  async function releasedOrTooLate(released: Promise<void>): Promise<void> {
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(maxHeldMs, resolve);
    await Promise.race([released, tooLate]);
    cancel();
  }
}
