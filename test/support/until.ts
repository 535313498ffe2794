import { setTimeout as pause } from 'node:timers/promises';

/** Waits for what is to become true, and says so when it does not. */
export async function until(what: string, isSo: () => unknown, timeoutMs = 30_000): Promise<void> {
  let looks = 0;
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    looks += 1;
    // What comes quickly, as most of it does, is seen quickly.
    await pause(looks < 20 ? 1 : 10);
  }
}
