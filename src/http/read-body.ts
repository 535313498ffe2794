import type { Readable } from 'node:stream';
import { ApiError } from './api-error.ts';
import { BodyCutOff, BodyTooLarge, MAX_BODY_BYTES } from './errors.ts';

/**
 * Reads a request body up to MAX_BODY_BYTES, whatever its Content-Length says. `onStart` receives the function that rejects the read, for a
 * body that turns out to be malformed or exceeds the request timeout.
 */
export function readBytes(
  stream: Readable,
  announcedLength: string | undefined,
  onStart: (fail: (error: Error) => void) => void = () => {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const removeListeners = () => {
      stream.off('data', collect);
      stream.off('end', finish);
      stream.off('close', onClose);
    };
    const fail = (error: Error) => {
      removeListeners();
      reject(error);
    };
    const collect = (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) fail(new ApiError(BodyTooLarge));
      else chunks.push(chunk);
    };
    const finish = () => {
      // The listeners are removed first: 'close' follows 'end' on every stream, and creating an unused error costs more than reading the body.
      removeListeners();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    const onClose = () => fail(new ApiError(BodyCutOff));
    if (Number(announcedLength) > MAX_BODY_BYTES) {
      reject(new ApiError(BodyTooLarge));
      return;
    }
    onStart(fail);
    stream.on('data', collect);
    stream.on('end', finish);
    stream.on('close', onClose);
    stream.on('error', onClose);
  });
}
