import type { Timers } from '../lib/timers.ts';

/** The real time, plus what a test has added to it. */
export interface Clock {
  nowMs(): number;
  /** Lets time pass: background work that is due within it runs now. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock; no time passes. */
  jump(ms: number): Promise<void>;
  readonly timers: Timers;
}

/** The test server may replace `Date.now` by its clock. */
export const realNowMs = Date.now;

/** `set` receives the clock's lead over the real time, for everything else that follows the clock. */
export function createClock(set: (aheadMs: number) => Promise<void> = async () => {}): Clock {
  const timers = createTestTimers();
  let aheadMs = 0;
  const jump = (ms: number) => {
    aheadMs += ms;
    return set(aheadMs);
  };
  return {
    nowMs: () => realNowMs() + aheadMs,
    jump,
    async advance(ms) {
      await jump(ms);
      timers.pass(Math.max(0, ms));
    },
    timers,
  };
}

export interface TestTimers extends Timers {
  /** Lets this much time pass at once. */
  pass(ms: number): void;
  /** The number of timers that are set. */
  readonly pending: number;
  /** Whether a timer fires after exactly this much more time. */
  isSetFor(ms: number): boolean;
}

/** Timers that fire when a test lets time pass and, unless time stands still, after the real time. */
export function createTestTimers({ standsStill = false } = {}): TestTimers {
  const pending = new Set<{ readonly dueMs: number; readonly fire: () => void }>();
  let passedMs = 0;
  const nowMs = () => (standsStill ? 0 : performance.now()) + passedMs;

  const after: Timers['after'] = (ms, work) => {
    const fire = () => {
      cancel();
      work();
    };
    const timer = { dueMs: nowMs() + ms, fire };
    const real = standsStill ? undefined : setTimeout(fire, ms);
    const cancel = () => {
      clearTimeout(real);
      pending.delete(timer);
    };
    pending.add(timer);
    return cancel;
  };
  return {
    nowMs,
    after,
    every(ms, work) {
      let cancel = () => {};
      const next = () => {
        cancel = after(ms, () => {
          next();
          work();
        });
      };
      next();
      return () => cancel();
    },
    pass(ms) {
      passedMs += ms;
      for (const timer of [...pending]) if (timer.dueMs <= nowMs() && pending.has(timer)) timer.fire();
    },
    get pending() {
      return pending.size;
    },
    isSetFor: (ms) => [...pending].some(({ dueMs }) => dueMs - nowMs() === ms),
  };
}
