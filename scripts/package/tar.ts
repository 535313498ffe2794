import { readFileSync } from 'node:fs';

/** A file in an archive: its content, its source, or the target of a symbolic link. */
export type FileEntry = (
  | { readonly content: string | Buffer }
  | { readonly from: string }
  | { readonly linkTo: string }
) & { readonly isExecutable?: boolean };

/** By path, with slashes. */
export type FileTree = ReadonlyMap<string, FileEntry>;

const BLOCK = 512;
const NAME_BYTES = 100;
/** The fixed time of npm's packages, so that builds are reproducible. */
const MTIME_S = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** The blocks of a ustar archive (POSIX.1-1988): sorted, owned by root, with a fixed time, hence reproducible. */
export function* tar(tree: FileTree, folder: string): Generator<Buffer> {
  const sorted = [...tree].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [path, entry] of sorted) {
    const content = contentOf(entry);
    yield header(`${folder}/${path}`, entry, content.length);
    yield content;
    yield Buffer.alloc(-content.length & (BLOCK - 1));
  }
  yield Buffer.alloc(2 * BLOCK);
}

export function contentOf(entry: FileEntry): Buffer {
  if ('linkTo' in entry) return Buffer.alloc(0);
  return 'from' in entry ? readFileSync(entry.from) : Buffer.from(entry.content);
}

function header(path: string, entry: FileEntry, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = splitPath(path);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  block.write(name, 0);
  block.write(octal(modeOf(entry), 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(MTIME_S, 11), 136);
  block.fill(' ', 148, 156);
  block.write('linkTo' in entry ? '2' : '0', 156);
  if ('linkTo' in entry) block.write(entry.linkTo, 157, NAME_BYTES);
  block.write('ustar\x0000', 257);
  block.write('root', 265);
  block.write('root', 297);
  block.write(prefix, 345);
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${octal(checksum, 6)}\0 `, 148);
  return block;
}

export const modeOf = (entry: FileEntry): number => ('linkTo' in entry ? 0o777 : entry.isExecutable ? 0o755 : 0o644);

/** Splits a long path at a slash into the two fields. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= NAME_BYTES) return ['', path];
  const at = path.indexOf('/', path.length - NAME_BYTES - 1);
  if (at === -1 || at > 155) throw new Error(`${path} is too long for an archive`);
  return [path.slice(0, at), path.slice(at + 1)];
}
