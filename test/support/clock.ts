import type { Timers } from '../../src/lib/timers.ts';

/** Time that moves only with the real one, and when told to. */
export interface Clock {
  nowMs(): number;
  /** Time passes: what is to happen within it in the background happens now. */
  advance(ms: number): Promise<void>;
  /** The wall clock is set, and no time passes. */
  jump(ms: number): Promise<void>;
  readonly timers: Timers;
}

/** `set` tells whoever else goes by this clock how far it is ahead of the real one. */
export function createClock(set: (aheadMs: number) => Promise<void> = async () => {}): Clock {
  const timers = createTestTimers();
  let aheadMs = 0;
  const jump = (ms: number) => {
    aheadMs += ms;
    return set(aheadMs);
  };
  return {
    nowMs: () => Date.now() + aheadMs,
    jump,
    async advance(ms) {
      await jump(ms);
      timers.pass(Math.max(0, ms));
    },
    timers,
  };
}

export interface TestTimers extends Timers {
  /** This much time passes at once. */
  pass(ms: number): void;
  /** How many are set. */
  readonly pending: number;
  /** Whether one is set that goes off when this much more time has passed. */
  isSetFor(ms: number): boolean;
}

/** Timers that go off when the test says so and, unless time stands still, when their real time has come. */
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
