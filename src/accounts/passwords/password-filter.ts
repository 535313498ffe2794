import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * The file of BREACHED_PASSWORDS, in 32-bit words of this machine's byte order: a header, the start of each of 65,536
 * buckets, and the buckets. The first 16 bits of a password's SHA-1 select the bucket, which stores the next 32 bits; a
 * check reads one bucket. With n passwords, the false positive rate is n / 2^48.
 */
const BUCKETS = 65_536;
const MAGIC = 0x46504b4c; // "LKPF" in little endian
const FORMAT = 1;
const HEADER_WORDS = 4;
const INDEX_WORDS = BUCKETS + 1;
const WORD_BYTES = 4;
const headBytes = (HEADER_WORDS + INDEX_WORDS) * WORD_BYTES;

/** The position of a password, derived from its SHA-1. */
export interface FilterKey {
  readonly bucket: number;
  readonly rest: number;
}

export const keyOf = (sha1: Buffer): FilterKey => ({ bucket: sha1.readUInt16BE(0), rest: sha1.readUInt32BE(2) });

/** The message continues the path of the file, or the name of the setting and the path. */
export class NotAPasswordFilter extends Error {}

/** The header and index of a new filter, from the number of passwords per bucket, and the start of each bucket. */
export function headOf(counts: Uint32Array): { readonly head: Uint32Array; readonly starts: Uint32Array } {
  const head = new Uint32Array(HEADER_WORDS + INDEX_WORDS);
  const starts = head.subarray(HEADER_WORDS);
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    starts[bucket + 1] = (starts[bucket] ?? 0) + (counts[bucket] ?? 0);
  head.set([MAGIC, FORMAT, starts[BUCKETS] ?? 0]);
  return { head, starts };
}

export const emptyCounts = (): Uint32Array => new Uint32Array(BUCKETS);

/** Returns the number of passwords. Throws for any other file, and for a truncated filter. */
export function checkPasswordFilter(path: string): number {
  // Opening a pipe would wait for its writer.
  if (statSync(path).isFIFO()) throw new NotAPasswordFilter('is a pipe');
  const file = openSync(path, 'r');
  try {
    const head = new Uint32Array(HEADER_WORDS + INDEX_WORDS);
    const bytes = readSync(file, head, 0, headBytes, 0);
    assertHeader(head);
    const [, , entries = 0] = head;
    const { size } = fstatSync(file);
    if (bytes < headBytes || size !== headBytes + entries * WORD_BYTES)
      throw new NotAPasswordFilter('is cut off or damaged: build it again');
    const starts = head.subarray(HEADER_WORDS);
    const isOrdered = starts.every((start, at) => at === 0 || start >= (starts[at - 1] ?? 0));
    if (starts[0] !== 0 || starts[BUCKETS] !== entries || !isOrdered)
      throw new NotAPasswordFilter('is damaged: build it again');
    return entries;
  } finally {
    closeSync(file);
  }
}

function assertHeader([magic, format]: Uint32Array): void {
  if (magic !== MAGIC)
    throw new NotAPasswordFilter('was not built by `latchkey passwords build` on this kind of machine');
  if (format !== FORMAT) throw new NotAPasswordFilter('was built by another version of Latchkey: build it again');
}

/** Opens the file on each call, so that it can be replaced while the service runs. */
export async function isInPasswordFilter(path: string, { bucket, rest }: FilterKey): Promise<boolean> {
  const file = await open(path);
  try {
    const read = async (words: number, position: number): Promise<Uint32Array> => {
      const buffer = new Uint32Array(words);
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, position);
      if (bytesRead < buffer.byteLength) throw new NotAPasswordFilter('is cut off or damaged: build it again');
      return buffer;
    };
    assertHeader(await read(HEADER_WORDS, 0));
    const [start = 0, end = 0] = await read(2, (HEADER_WORDS + bucket) * WORD_BYTES);
    if (end === start) return false;
    const found = await read(end - start, headBytes + start * WORD_BYTES);
    return found.includes(rest);
  } finally {
    await file.close();
  }
}
