import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { chownToFolderOwner } from '../../lib/file-ownership.ts';
import { entryAt, nameOfKind } from '../../lib/path-to-write.ts';
import {
  checkPasswordFilter,
  emptyCounts,
  type FilterKey,
  headOf,
  keyOf,
  NotAPasswordFilter,
} from './password-filter.ts';

/** The message continues the path of the list. */
export class BadPasswordList extends Error {}

const CHUNK_BYTES = 1 << 20;
const MAX_LINE = 1024;
/** The UTF-8 byte order mark, as Latin-1 characters. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';
const SHA1_LINE = /^[0-9a-f]{40}(:\d+)?$/i;
const OTHER_HASH = /^([0-9a-f]{32}|[0-9a-f]{64})(:\d+)?$/i;

/** Reads bytes as Latin-1 characters, so that passwords in any encoding are hashed unchanged. */
async function* linesOf(path: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: CHUNK_BYTES })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE) throw new BadPasswordList(`has a line of more than ${MAX_LINE} bytes`);
    yield lines;
  }
  yield [rest];
}

/** The first line tells hashes from passwords. Counts after hashes are ignored, even 0 (padding). */
async function readList(path: string, found: (key: FilterKey) => void): Promise<void> {
  let areHashes: boolean | undefined;
  let number = 0;
  for await (const lines of linesOf(path)) {
    for (const raw of lines) {
      number += 1;
      const start = number === 1 && raw.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
      const line = raw.slice(start, raw.endsWith('\r') ? -1 : undefined);
      if (line === '') continue;
      if (areHashes === undefined && OTHER_HASH.test(line))
        throw new BadPasswordList('has hashes other than SHA-1: use the list of SHA-1 hashes');
      areHashes ??= SHA1_LINE.test(line);
      if (!areHashes) found(keyOf(hash('sha1', Buffer.from(line, 'latin1'), 'buffer')));
      else if (SHA1_LINE.test(line))
        found({ bucket: Number.parseInt(line.slice(0, 4), 16), rest: Number.parseInt(line.slice(4, 12), 16) });
      else throw new BadPasswordList(`has no SHA-1 hash in line ${number}`);
    }
  }
}

/**
 * Reads the list twice, to count and to fill the buckets, with four bytes of memory per password. Replaces `out`
 * atomically, but never a file of another kind. Returns the number of passwords.
 */
export async function buildPasswordFilter(list: string, out: string): Promise<number> {
  const there = entryAt(out);
  if (there && !there.isFile()) throw new NotAPasswordFilter(`is ${nameOfKind(there)}`);
  if (there) checkPasswordFilter(out);
  const counts = emptyCounts();
  await readList(list, ({ bucket }) => {
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  });
  const entries = counts.reduce((sum, count) => sum + count, 0);
  if (entries === 0) throw new BadPasswordList('has no passwords');
  if (entries >= 2 ** 32) throw new BadPasswordList('has more than 4,294,967,295 passwords');
  const { head, starts } = headOf(counts);
  const all = new Uint32Array(entries);
  const next = starts.slice();
  await readList(list, ({ bucket, rest }) => {
    const at = next[bucket] ?? 0;
    all[at] = rest;
    next[bucket] = at + 1;
  });
  if (starts.subarray(1).some((end, bucket) => next[bucket] !== end))
    throw new BadPasswordList('was changed while it was read');

  const unfinished = `${out}.${randomUUID()}`;
  // `wx` creates a new file only: an existing one may belong to another program.
  const stream = createWriteStream(unfinished, { flags: 'wx', mode: 0o644 });
  await once(stream, 'open');
  try {
    await pipeline(bytesOf(head, all), stream);
    chownToFolderOwner(unfinished);
    await rename(unfinished, out);
  } finally {
    await rm(unfinished, { force: true });
  }
  return entries;
}

function* bytesOf(...parts: readonly Uint32Array[]): Generator<Buffer> {
  for (const { buffer, byteLength } of parts)
    for (let at = 0; at < byteLength; at += CHUNK_BYTES)
      yield Buffer.from(buffer, at, Math.min(CHUNK_BYTES, byteLength - at));
}
