import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** SQLite's messages for a file that it cannot read. */
const DAMAGED = /malformed|not a database/;

/** Reads the whole file in a thread and returns the first damage, or undefined. */
export async function findDamage(path: string, signal?: AbortSignal): Promise<string | undefined> {
  // The thread is JavaScript, because the published package has no TypeScript and only its imports are rewritten.
  const thread = new Worker(new URL('./quick-check-thread.js', import.meta.url), { workerData: path });
  const end = () => void thread.terminate();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const [found] = await once(thread, 'message', { ...(signal && { signal }) });
    return found === 'ok' ? undefined : String(found);
  } catch (error) {
    if (error instanceof Error && DAMAGED.test(error.message)) return error.message;
    throw error;
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}
