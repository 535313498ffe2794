import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { createTypeStripper } from './strip-types.ts';

export interface StrippedModules {
  /** The JavaScript of these modules, by path. */
  of(modules: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type Codes = Map<string, Promise<string>>;

/**
 * Strips the types of a module when it is first needed, and keeps the result beside what Node keeps of our own modules (src/start.js: who may
 * write there can change the code anyway). So only the first process that ever needs a module strips it: the thread and the parser that do it
 * cost more than everything else about the first page. Where nothing can be kept, each process does it.
 */
export function createStrippedModules(version: string, sources: ReadonlyMap<string, string>): StrippedModules {
  const folder = getCompileCacheDir();
  const file = folder === undefined ? undefined : join(folder, 'page-scripts.json');
  const codes: Codes = new Map(
    readKept(file, version)
      .filter(([path, code]) => sources.has(path) && typeof code === 'string' && code !== '')
      .map(([path, code]) => [path, Promise.resolve(code)]),
  );
  const strip = createTypeStripper();
  let written = Promise.resolve();
  let isDue = false;

  /** One write after the other; what is stripped during one is in the next. */
  const keepSoon = () => {
    if (file === undefined || isDue) return;
    isDue = true;
    written = written.then(() => {
      isDue = false;
      return keep(file, version, codes).catch(() => {});
    });
  };
  const stripAll = async (modules: readonly string[]): Promise<void> => {
    const stripping = strip(modules.map((module) => sources.get(module) ?? ''));
    for (const [index, module] of modules.entries()) {
      const code = stripping.then((stripped) => stripped[index] ?? '');
      // The next request tries again.
      code.catch(() => codes.delete(module));
      codes.set(module, code);
    }
    await stripping;
    keepSoon();
  };
  return {
    async of(modules) {
      const unknown = modules.filter((module) => !codes.has(module));
      if (unknown.length > 0) await stripAll(unknown);
      return new Map(
        await Promise.all(modules.map(async (module) => [module, (await codes.get(module)) ?? ''] as const)),
      );
    },
  };
}

interface Kept {
  readonly version: string;
  readonly codes: Readonly<Record<string, string>>;
}

/** Nothing if there is none, or if it is of other sources. */
function readKept(file: string | undefined, version: string): [string, string][] {
  if (file === undefined) return [];
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    return kept.version === version ? Object.entries(kept.codes) : [];
  } catch {
    return [];
  }
}

/** Processes may write at the same time: each leaves a whole file, and the last one stays. */
async function keep(file: string, version: string, codes: Codes): Promise<void> {
  const known = await Promise.all([...codes].map(async ([module, code]) => [module, await code] as const));
  const kept: Kept = { version, codes: Object.fromEntries(known) };
  const written = `${file}.${randomUUID()}`;
  try {
    await writeFile(written, JSON.stringify(kept));
    await rename(written, file);
  } catch {
    await rm(written, { force: true });
  }
}
