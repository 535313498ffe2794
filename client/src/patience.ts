import type { Ask } from './ask.ts';

/** Many who were refused at once do not come back at once. */
const SPREAD = 0.25;

/**
 * Asks again where the service says when (429 and 503 with Retry-After), for as long as somebody would wait. Only what
 * may be done twice: a POST may have been done although its answer says otherwise, and a login that is sent again would
 * end the session that the first one began.
 */
export const askPatiently =
  (ask: Ask, longestWaitMs: number): Ask =>
  async (method, path, options) => {
    const mayRepeat = method !== 'POST' || path === '/api/refresh';
    for (let leftMs = longestWaitMs; ; ) {
      const reply = await ask(method, path, options);
      const waitMs = reply.retryAfterSeconds * 1000 * (1 + Math.random() * SPREAD);
      const isRefusedForNow = reply.status === 429 || reply.status === 503;
      if (!isRefusedForNow || !mayRepeat || waitMs === 0 || waitMs > leftMs) return reply;
      leftMs -= waitMs;
      if (!(await slept(waitMs, options.signal))) return reply;
    }
  };

/** False: somebody has cancelled. */
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
