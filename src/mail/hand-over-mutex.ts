import type { Timers } from '../runtime/timers.ts';

/**
 * A mutex around handing an e-mail over: several are on their way at once, but only one is ever between its last byte and our note
 * that it was sent. So a crash leaves at most one of which nobody knows whether it arrived, and which is sent again. Whoever holds it
 * for longer than the limit loses it to the next, since a slow server must not hold up everybody.
 */
export interface HandOverMutex {
  lock(): HandOverLock;
}

export interface HandOverLock {
  /** Resolves when the lock is held. */
  acquire(): Promise<void>;
  /** Also for one that was never acquired. */
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
