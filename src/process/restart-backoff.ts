const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
/** A worker that ran for this long resets the exponential backoff. */
const STABLE_AFTER_MS = 10_000;

/** How long to wait before a worker is replaced: longer each time while workers end soon after their start. */
interface RestartBackoff {
  readonly delayMs: number;
  /** A worker ended that had served for this long. */
  ended(servedMs: number): void;
  /** A worker could not be started. */
  failed(): void;
}

export function createRestartBackoff(): RestartBackoff {
  let earlyExits = 0;
  return {
    get delayMs() {
      return Math.min(MIN_BACKOFF_MS * 2 ** Math.min(earlyExits, 10), MAX_BACKOFF_MS);
    },
    ended(servedMs) {
      earlyExits = servedMs < STABLE_AFTER_MS ? earlyExits + 1 : 0;
    },
    failed() {
      earlyExits += 1;
    },
  };
}
