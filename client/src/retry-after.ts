import type { Ask } from './ask.ts';

/** Spreads the retries of clients that were refused at the same time. */
const SPREAD = 0.25;

/**
 * Retries 429 and 503 answers after their Retry-After, up to a total wait. Only requests that are safe to repeat: a
 * POST may have taken effect despite its answer, and a repeated login would end the session of the first.
 */
export const retryAfter =
  (ask: Ask, maxWaitMs: number): Ask =>
  async (method, path, options) => {
    const mayRepeat = method !== 'POST' || path === '/api/refresh';
    for (let leftMs = maxWaitMs; ; ) {
      const reply = await ask(method, path, options);
      const waitMs = reply.retryAfterSeconds * 1000 * (1 + Math.random() * SPREAD);
      const isRefusedForNow = reply.status === 429 || reply.status === 503;
      if (!isRefusedForNow || !mayRepeat || waitMs === 0 || waitMs > leftMs) return reply;
      leftMs -= waitMs;
      if (!(await slept(waitMs, options.signal))) return reply;
    }
  };

/** False if cancelled. */
function slept(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve(!signal?.aborted);
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}
