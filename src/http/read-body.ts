import type { Readable } from 'node:stream';
import { ApiError } from './api-error.ts';
import { BodyCutOff, BodyTooLarge, MAX_BODY_BYTES } from './errors.ts';

/**
 * Reads no further than the limit, whatever the client announced. `onStart` is given the function that ends the wait with an
 * error, for a body that turns out to be malformed or takes too long.
 */
export function readBytes(
  stream: Readable,
  announcedLength: string | undefined,
  onStart: (fail: (error: Error) => void) => void = () => {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = () => {
      stream.off('data', collect);
      stream.off('end', finish);
      stream.off('close', abandon);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    const collect = (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) fail(new ApiError(BodyTooLarge));
      else chunks.push(chunk);
    };
    const finish = () => {
      // Every stream closes in the end: an error made for it, with its stack, would cost more than reading the body.
      settle();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    };
    const abandon = () => fail(new ApiError(BodyCutOff));
    if (Number(announcedLength) > MAX_BODY_BYTES) {
      reject(new ApiError(BodyTooLarge));
      return;
    }
    onStart(fail);
    stream.on('data', collect);
    stream.on('end', finish);
    stream.on('close', abandon);
    stream.on('error', abandon);
  });
}
