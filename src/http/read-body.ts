import type { Readable } from 'node:stream';
import { ApiError } from './api-error.ts';
import { BodyCutOff, BodyTooLarge, MAX_BODY_BYTES } from './errors.ts';

/**
 * Reads and parses a request body of up to MAX_BODY_BYTES, whatever its Content-Length says. `onStart` receives the
 * function that rejects the read if the body turns out to be malformed or exceeds the request timeout.
 */
export function readBody<T>(
  stream: Readable,
  announcedLength: string | undefined,
  parse: (bytes: Buffer) => T,
  onStart: (fail: (error: Error) => void) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (Number(announcedLength) > MAX_BODY_BYTES) {
      reject(new ApiError(BodyTooLarge));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    let isSettled = false;
    const fail = (error: Error) => {
      isSettled = true;
      reject(error);
    };
    const end = () => {
      if (isSettled) return;
      isSettled = true;
      try {
        resolve(parse(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    };
    // No event follows if no body was announced (`optimizeEmptyRequests`) or the client has disconnected.
    if (stream.readableEnded) return end();
    if (stream.destroyed) return fail(new ApiError(BodyCutOff));
    onStart(fail);
    stream.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      length += chunk.length;
      if (length > MAX_BODY_BYTES) fail(new ApiError(BodyTooLarge));
      else chunks.push(chunk);
    });
    stream.on('end', end);
    // 'close' also follows 'end' and connection errors: Node emits 'error' only if there is a listener.
    stream.on('close', () => {
      if (!isSettled) fail(new ApiError(BodyCutOff));
    });
  });
}
