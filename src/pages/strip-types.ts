import { Worker } from 'node:worker_threads';

/** The JavaScript of each of these sources. */
export type StripTypes = (sources: readonly string[]) => Promise<readonly string[]>;

/** Starting the thread costs more than its work for a page: whoever opens one page often opens another. */
const IDLE_MS = 10_000;

/** The function that strips types announces itself as experimental on stderr. */
const NO_WARNING = ['--disable-warning=ExperimentalWarning'];

/**
 * Node strips types for us, in a thread of its own, so that the tenth of a second it takes is not taken from other requests. The thread ends when it
 * has been idle.
 */
export function createTypeStripper(): StripTypes {
  let thread: StripTypes | undefined;
  return (sources) => {
    thread ??= startThread(() => {
      thread = undefined;
    });
    return thread(sources);
  };
}

/** The thread answers in the order in which it is asked. It keeps the process from ending only while it has something to do. */
function startThread(ended: () => void): StripTypes {
  const worker = new Worker(new URL('strip-types-thread.ts', import.meta.url), { execArgv: NO_WARNING });
  const asked: PromiseWithResolvers<readonly string[]>[] = [];
  const idle = setTimeout(() => {
    if (asked.length > 0) return idle.refresh();
    ended();
    return worker.terminate();
  }, IDLE_MS).unref();
  worker
    .on('message', (codes: readonly string[]) => {
      asked.shift()?.resolve(codes);
      idle.refresh();
      if (asked.length === 0) worker.unref();
    })
    .on('error', (error) => {
      clearTimeout(idle);
      ended();
      for (const { reject } of asked) reject(error);
    });
  return (sources) => {
    const answer = Promise.withResolvers<readonly string[]>();
    asked.push(answer);
    idle.refresh();
    worker.ref();
    worker.postMessage(sources);
    return answer.promise;
  };
}
