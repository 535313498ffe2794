import { createHash } from 'node:crypto';
import { chmodSync, createWriteStream, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { contentOf, type FileTree, modeOf, tar } from './tar.ts';

/** Writes the archive and returns its path. */
export async function writeArchive(file: string, tree: FileTree, folder: string): Promise<string> {
  await pipeline(Readable.from(tar(tree, folder)), createGzip(), createWriteStream(file));
  return file;
}

export function writeText(file: string, text: string): string {
  writeFileSync(file, text);
  return file;
}

export function writeFolder(folder: string, tree: FileTree): string {
  for (const [path, entry] of tree) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if ('linkTo' in entry) {
      symlinkSync(entry.linkTo, file);
    } else {
      writeFileSync(file, contentOf(entry));
      chmodSync(file, modeOf(entry));
    }
  }
  return folder;
}

/** Writes checksums for `sha256sum --check` and returns the lines. */
export function writeChecksums(file: string, files: readonly string[]): string[] {
  const sums = files.map((one) => `${createHash('sha256').update(readFileSync(one)).digest('hex')}  ${basename(one)}`);
  writeText(file, `${sums.join('\n')}\n`);
  return sums;
}
