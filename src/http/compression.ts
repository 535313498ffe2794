import { Buffer } from 'node:buffer';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { HttpAnswer } from './endpoint.ts';
import { VARY } from './headers.ts';

type Encoding = 'br' | 'gzip';

/** The minimum length: shorter bodies fit into one packet anyway. */
const MIN_BYTES = 1024;
/** Encodings for single use: gzip is as small as brotli in the same time, or in half (12 KB of HTML: 0.4 ms). */
const FOR_ONCE: readonly Encoding[] = ['gzip', 'br'];
const FOR_MANY: readonly Encoding[] = ['br', 'gzip'];
/** Brotli's best level is 10 % smaller, but takes 330 ms for the OpenAPI document instead of 6. */
const QUICK = 5;
const BEST = 11;

/**
 * Compresses an answer that allows it, as the client accepts. Strings are compressed synchronously: zlib's threads also
 * hash passwords, so a page would wait behind logins. Only a buffer, which is reused, is worth a thread.
 */
export function compress(answer: HttpAnswer, acceptEncoding: string | undefined): HttpAnswer {
  const { body, headers } = answer;
  if (answer.compressible !== true || typeof body === 'function' || Buffer.byteLength(body) < MIN_BYTES) return answer;
  const varying = { ...headers, vary: `${headers.vary ?? VARY}, Accept-Encoding` };
  const encoding = chooseEncoding(acceptEncoding ?? '', typeof body === 'string' ? FOR_ONCE : FOR_MANY);
  if (encoding === undefined) return { ...answer, headers: varying };
  return {
    ...answer,
    headers: { ...varying, 'content-encoding': encoding },
    body: typeof body === 'string' ? encode(body, encoding) : encodeOnce(body, encoding),
  };
}

/** RFC 9110, 12.5.3: the highest weight wins, then the first offered encoding; undefined: no compression. */
function chooseEncoding(header: string, offered: readonly Encoding[]): Encoding | undefined {
  const weights = new Map(header.split(',').map(readWeight));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const least = weights.get('identity') ?? 0;
  const acceptable = offered.filter((name) => weightOf(name) > 0 && weightOf(name) >= least);
  return acceptable.sort((one, other) => weightOf(other) - weightOf(one))[0];
}

/** An invalid weight, not from 0 to 1, excludes the encoding. */
function readWeight(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}

const parameters = (quality: number, bytes: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  },
});

const encode = (body: string | Buffer, encoding: Encoding): Buffer =>
  encoding === 'gzip' ? gzipSync(body) : brotliCompressSync(body, parameters(QUICK, Buffer.byteLength(body)));

const encoded: Record<Encoding, WeakMap<Buffer, Buffer>> = { br: new WeakMap(), gzip: new WeakMap() };

/** No request waits for the best result, which is used once it exists. */
function encodeOnce(body: Buffer, encoding: Encoding): Buffer {
  const results = encoded[encoding];
  const known = results.get(body);
  if (known) return known;
  const quick = encode(body, encoding);
  results.set(body, quick);
  if (encoding === 'br') {
    brotliCompress(body, parameters(BEST, body.length), (error, best) => {
      if (!error) results.set(body, best);
    });
  }
  return quick;
}
