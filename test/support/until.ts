import { setTimeout as pause } from 'node:timers/promises';

/** Waits for what is to become true, and says so when it does not. */
export async function until(what: string, isSo: () => unknown, timeoutMs = 15_000): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await pause(10);
  }
}
