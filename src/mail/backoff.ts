const FIRST_WAIT_MS = 1000;
/** Short enough that a mail server's bad quarter of an hour is over for its users two minutes later. */
const LONGEST_WAIT_MS = 2 * 60_000;
/** A server that is away costs one connection attempt per probe, and its return should be noticed at once. */
export const LONGEST_PROBE_WAIT_MS = 5000;

/** Doubling, and jittered so that what failed together does not come back together. */
export const growingWaitMs = (failures: number, firstMs = FIRST_WAIT_MS, longestMs = LONGEST_WAIT_MS): number =>
  Math.round(Math.min(firstMs * 2 ** Math.min(failures - 1, 20), longestMs) * (0.5 + Math.random() / 2));
