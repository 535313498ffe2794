import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { StreamedBody } from './endpoint.ts';

/** A client that reads nothing for this long is disconnected. */
const STALLED_TIMEOUT_MS = 30_000;

/**
 * Writes texts as they are produced, and requests the next once the client has read the previous ones (backpressure).
 * On an error or shutdown the connection is cut off, so that no client mistakes a part for the whole.
 */
export const streamText =
  (texts: AsyncIterable<string>, onError: (error: unknown) => void): StreamedBody =>
  (response) => {
    writeAll(response, texts).catch((error: unknown) => {
      if (!response.destroyed) onError(error);
      response.destroy();
    });
    return () => response.destroy();
  };

async function writeAll(response: ServerResponse, texts: AsyncIterable<string>): Promise<void> {
  const iterator = texts[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await inTurn(() => iterator.next());
    if (done) break;
    if (response.destroyed) return void (await iterator.return?.());
    if (!response.write(value)) await drained(response);
  }
  response.end();
}

const waiting: (() => void)[] = [];
/**
 * Starts one text per turn of the event loop, so that other requests wait for at most one: SQLite answers within the
 * turn, so a stream would otherwise run to its end. A text that never finishes blocks no request.
 */
function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  if (waiting.push(() => resolve(Promise.try(make))) === 1) setImmediate(beginNext);
  return promise;
}

function beginNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginNext);
}

async function drained(response: ServerResponse): Promise<void> {
  response.socket?.setTimeout(STALLED_TIMEOUT_MS);
  const gone = new AbortController();
  await Promise.race([
    once(response, 'drain', { signal: gone.signal }),
    once(response, 'close', { signal: gone.signal }),
  ]);
  gone.abort();
  response.socket?.setTimeout(0);
}
