/** The passing of time for whatever works in the background. Tests bring their own, so that no test waits for real seconds. */
export interface Timers {
  /** Never goes back; only the difference between two readings means something. */
  nowMs(): number;
  /** Returns what cancels it. */
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
