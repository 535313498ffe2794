const FIRST_WAIT_MS = 1000;
/** The longest wait between two attempts: after an outage, every e-mail is tried again within two minutes. */
const MAX_WAIT_MS = 2 * 60_000;
/** The longest wait between two probes of an unreachable server. Short: a probe is one connection attempt. */
export const MAX_PROBE_WAIT_MS = 5000;

/** Exponential backoff with jitter, so that e-mails that failed together are not retried together. */
export const backoffMs = (failures: number, firstMs = FIRST_WAIT_MS, longestMs = MAX_WAIT_MS): number =>
  Math.round(Math.min(firstMs * 2 ** Math.min(failures - 1, 20), longestMs) * (0.5 + Math.random() / 2));
