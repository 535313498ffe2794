import { readFile } from 'node:fs/promises';
import type { Bundle, Entry } from './bundle-scripts.ts';
import { loadOnce } from './load-once.ts';

/** A package contains bundled scripts (scripts/package), but neither esbuild nor their sources. */
const FILE = new URL('./built-scripts.json', import.meta.url);

interface BuiltScripts {
  readonly files: readonly (readonly [path: string, text: string])[];
  readonly entries: readonly (readonly [page: string, entry: Entry])[];
  readonly onServer: string;
}

export const serializeBundle = ({ files, entries, onServer }: Bundle): string =>
  JSON.stringify({
    files: [...files].map(([path, content]) => [path, content.toString()] as const).sort(byName),
    entries: [...entries].sort(byName),
    onServer: onServer.toString(),
  } satisfies BuiltScripts);

const byName = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]): number =>
  one < other ? -1 : 1;

/** Undefined in a clone, which has the sources instead. */
export const readBuiltScripts: () => Promise<Bundle | undefined> = loadOnce(() =>
  read().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }),
);

async function read(): Promise<Bundle> {
  const { files, entries, onServer }: BuiltScripts = JSON.parse(await readFile(FILE, 'utf8'));
  return {
    files: new Map(files.map(([path, content]) => [path, Buffer.from(content)])),
    entries: new Map(entries),
    onServer: Buffer.from(onServer),
  };
}
