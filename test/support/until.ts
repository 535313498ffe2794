import { setTimeout as pause } from 'node:timers/promises';

const MAX_WAIT_MS = 15;

/** Waits for what is to become true, and says so when it does not. */
export async function until(what: string, isSo: () => unknown, timeoutMs = 30_000): Promise<void> {
  let waitMs = 0;
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    // What comes quickly, as most of it does, is seen quickly; a look at what takes long costs processor time that
    // others need.
    waitMs = Math.min(waitMs + 1, MAX_WAIT_MS);
    await pause(waitMs);
  }
}
