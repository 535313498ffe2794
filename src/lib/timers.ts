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

/**
 * Repeats `work` in the background: it returns the delay before its next run, or undefined to end. Returns a function
 * that stops it; the signal aborts a run in progress.
 */
export function repeat(
  timers: Timers,
  firstMs: number,
  work: (stopped: AbortSignal) => Promise<number | undefined>,
): () => void {
  const stopped = new AbortController();
  const run = async () => {
    const nextMs = await work(stopped.signal);
    if (nextMs !== undefined && !stopped.signal.aborted) cancel = timers.after(nextMs, run);
  };
  let cancel = timers.after(firstMs, run);
  return () => {
    stopped.abort();
    cancel();
  };
}
