import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What SQLite says of a file that it cannot make sense of. */
const DAMAGED = /malformed|not a database/;

/** Reads the whole file, in a thread. Returns the first damage; undefined where there is none. */
export async function findDamage(path: string, signal?: AbortSignal): Promise<string | undefined> {
  // In JavaScript, because a package has no TypeScript, and only imports are rewritten for it.
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
