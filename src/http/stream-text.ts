import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { StreamedBody } from './endpoint.ts';

/** A client that takes nothing for this long is disconnected. */
const STALLED_TIMEOUT_MS = 30_000;

/**
 * Writes texts as they come, and asks for the next one only when the client has taken those before (backpressure). When the texts end with an error, or the
 * server shuts down, the connection is cut off, so that no client takes a part for the whole.
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
  for await (const text of texts) {
    if (response.destroyed) return;
    if (!response.write(text)) await drained(response);
  }
  response.end();
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
