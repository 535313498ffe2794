import { Worker } from 'node:worker_threads';

export interface TypeStripper {
  /** Strips all of these modules (path and source), in this order; does nothing when it has begun before. */
  start(modules: readonly (readonly [path: string, source: string])[]): void;
  /** The JavaScript of a module, once it is there. */
  stripped(path: string): Promise<string>;
}

/**
 * Node strips types for us, when the first page is asked for. It does so in a thread of its own because the function announces itself as
 * experimental on the thread's stderr, which nobody reads here, and because the tenth of a second it takes is then not taken from other
 * requests.
 */
export function createTypeStripper(): TypeStripper {
  let results: Map<string, PromiseWithResolvers<string>> | undefined;

  const failed = (error: Error) => {
    const pending = results;
    // The next request tries again.
    results = undefined;
    for (const { reject } of pending?.values() ?? []) reject(error);
  };
  return {
    start(modules) {
      if (results) return;
      const waiting = new Map(modules.map(([path]) => [path, Promise.withResolvers<string>()]));
      // A module that nobody has asked for yet may fail without a handler.
      for (const { promise } of waiting.values()) promise.catch(() => {});
      results = waiting;
      const thread = new URL('strip-types-thread.ts', import.meta.url);
      new Worker(thread, { workerData: modules, stderr: true, execArgv: [] })
        .on('message', ([path, code]: [string, string]) => waiting.get(path)?.resolve(code))
        .on('error', failed);
    },
    stripped: (path) => results?.get(path)?.promise ?? Promise.reject(new Error(`${path} is not being stripped`)),
  };
}
