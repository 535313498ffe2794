import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { linkScript } from './link-script.ts';
import { planScriptFiles, type ScriptFile } from './script-files.ts';
import { createStrippedModules } from './stripped-modules.ts';
import { cacheFor } from './stylesheet.ts';

const SRC = join(import.meta.dirname, '..');
const BROWSER = 'pages/browser';
/** What browsers get of our source besides the scripts of the pages: the modules these share with the server. */
const WITH_SERVER = [
  'pages/texts/fill.ts',
  'accounts/password-checks.ts',
  'config/calling-codes.ts',
  'tokens/purposes-and-lifetimes.ts',
];
/** What browsers get also depends on how it is made. */
const MAKING = ['strip-types-thread.ts', 'script-files.ts', 'link-script.ts'].map((name) => `pages/${name}`);

const EARLY = `${BROWSER}/early.js`;

export interface PageScript {
  readonly address: string;
  /** The files with everything that it imports, directly or not. */
  readonly imports: readonly string[];
  /** The classic script that some pages run before they are painted. */
  readonly early: string;
}

export interface BrowserScripts {
  readonly endpoint: Endpoint;
  readonly scriptOf: (page: string) => Promise<PageScript>;
}

/**
 * Serves the browser's TypeScript with its types blanked out and its modules linked into a few files: each module that a browser loads by itself
 * costs it about 4 ms. The version in the path changes with any module, which lets browsers keep every file for ever. A page is answered as soon as
 * the sources are read: which files it needs can be told from them, and only the files themselves wait until types are stripped.
 */
export function createScripts(): BrowserScripts {
  shared ??= newScripts();
  return shared;
}

/** One for all services of the process: their scripts are the same. */
let shared: BrowserScripts | undefined;

function newScripts(): BrowserScripts {
  let library: Library | undefined;
  const open = () => {
    library ??= openLibrary();
    return library;
  };
  return {
    endpoint: {
      method: 'GET',
      path: '/assets/:version/*',
      async answer({ params }) {
        const { version, files, codeOf } = open();
        const file = files.get(params['*'] ?? '');
        if (!file) throw new ApiError(NotFound);
        const cacheControl = cacheFor(params.version === version);
        return {
          status: 200,
          headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cacheControl },
          body: await codeOf(file),
        };
      },
    },
    async scriptOf(page) {
      const { files, codeOf, addressOf } = open();
      const entry = files.get(`${BROWSER}/${page}.js`);
      if (!entry) throw new Error(`the page ${page} has no script`);
      const imports = importsOf(entry, files);
      // Begun while the page is on its way. Who asks for a file that failed is told so.
      for (const path of [...imports, entry.path, EARLY]) {
        const file = files.get(path);
        if (file) codeOf(file).catch(() => {});
      }
      return { address: addressOf(entry.path), imports: imports.map(addressOf), early: addressOf(EARLY) };
    },
  };
}

/** All scripts, as they are at present. */
interface Library {
  readonly version: string;
  readonly files: ReadonlyMap<string, ScriptFile>;
  readonly addressOf: (path: string) => string;
  readonly codeOf: (file: ScriptFile) => Promise<string>;
}

function openLibrary(): Library {
  const own = readdirSync(join(SRC, BROWSER), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const modules = [...own.map((name) => `${BROWSER}/${name.replaceAll('\\', '/')}`).sort(), ...WITH_SERVER];
  // Read without giving way: that takes 3 ms, and a promise for each of them took 10.
  const read = (path: string) => readFileSync(join(SRC, path), 'utf8');
  const sources = new Map(modules.map((path) => [path, read(path)]));
  const all = [...MAKING.map(read), ...sources.values()].join();
  const version = createHash('sha256').update(all).digest('base64url').slice(0, 12);
  const { files, homeOf } = planScriptFiles(sources);
  const addressOf = (path: string) => `/assets/${version}/${path}`;
  const stripped = createStrippedModules(version, sources);
  const linked = new Map<string, Promise<string>>();

  const link = async (file: ScriptFile): Promise<string> => {
    const entry = file.entry === undefined ? [] : [file.entry];
    const codes = await stripped.of([...file.modules, ...entry]);
    return linkScript(file, { homeOf, addressOf, codeOf: (module) => codes.get(module) ?? '' });
  };
  return {
    version,
    files,
    addressOf,
    codeOf(file) {
      const known = linked.get(file.path) ?? link(file);
      linked.set(file.path, known);
      // The next request tries again.
      known.catch(() => linked.delete(file.path));
      return known;
    },
  };
}

/** The paths of the files that it imports, and that these import. */
function importsOf(file: ScriptFile, files: ReadonlyMap<string, ScriptFile>): string[] {
  const all = new Set<string>();
  const visit = (paths: readonly string[]): void => {
    for (const path of paths) {
      if (all.has(path)) continue;
      all.add(path);
      visit(files.get(path)?.imports ?? []);
    }
  };
  visit(file.imports);
  return [...all];
}
