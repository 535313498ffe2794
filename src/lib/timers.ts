/** Timers of background work, injected so that tests can advance time instead of waiting. */
export interface Timers {
  /** Monotonic clock: for measuring durations only. */
  nowMs(): number;
  /** Returns a function that cancels the timer; `every` too. */
  after(ms: number, work: () => void): () => void;
  every(ms: number, work: () => void): () => void;
}

export const realTimers: Timers = {
  nowMs: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every(ms, work) {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};
