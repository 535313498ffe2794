import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { createTypeStripper } from './strip-types.ts';
import { cacheFor } from './stylesheet.ts';

const SRC = join(import.meta.dirname, '..');
/** What browsers get of our source besides the scripts of the pages: the modules these share with the server. */
const SHARED = [
  'pages/texts/fill.ts',
  'accounts/password-checks.ts',
  'config/calling-codes.ts',
  'tokens/purposes-and-lifetimes.ts',
];

const EARLY = 'pages/browser/early.js';

export interface PageScript {
  readonly address: string;
  /** Everything it imports, directly or not. */
  readonly imports: readonly string[];
  /** The classic script that some pages run before they are painted. */
  readonly early: string;
}

/** The TypeScript of every module by the path of its JavaScript. */
interface Sources {
  readonly version: string;
  readonly modules: ReadonlyMap<string, string>;
}

export interface BrowserScripts {
  readonly endpoint: Endpoint;
  readonly scriptOf: (page: string) => Promise<PageScript>;
}

/**
 * Serves the browser's TypeScript with its types blanked out, each module at its place in src, so that imports need no
 * bundler. The version in the path changes with any file, which lets browsers keep every module for ever. A page is
 * answered as soon as the sources are read: what it imports can be told from them, and only the modules themselves
 * wait until their types are stripped.
 */
export function createScripts(): BrowserScripts {
  shared ??= newScripts();
  return shared;
}

/** One for all services of the process: their scripts are the same. */
let shared: BrowserScripts | undefined;

function newScripts(): BrowserScripts {
  let reading: Promise<Sources> | undefined;
  const read = () => {
    reading ??= readSources().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  const stripper = createTypeStripper();
  const stripAll = ({ modules }: Sources, first: readonly string[]) =>
    stripper.start([...new Set([...first, ...modules.keys()])].map((path) => [path, modules.get(path) ?? '']));

  return {
    endpoint: {
      method: 'GET',
      path: '/assets/:version/*',
      async answer({ params }) {
        const sources = await read();
        const path = params['*'] ?? '';
        if (!sources.modules.has(path)) throw new ApiError(NotFound);
        stripAll(sources, [path]);
        const code = await stripper.stripped(path);
        const cacheControl = cacheFor(params.version === sources.version);
        return {
          status: 200,
          headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cacheControl },
          body: code.replace(IMPORTED, asJs),
        };
      },
    },
    async scriptOf(page) {
      const sources = await read();
      const entry = `pages/browser/${page}.js`;
      const imports = importsOf(entry, sources.modules);
      stripAll(sources, [EARLY, entry, ...imports]);
      const addressOf = (path: string) => `/assets/${sources.version}/${path}`;
      return { address: addressOf(entry), imports: imports.map(addressOf), early: addressOf(EARLY) };
    },
  };
}

async function readSources(): Promise<Sources> {
  const own = globSync('pages/browser/**/*.ts', { cwd: SRC }).map((file) => file.replaceAll('\\', '/'));
  const files = [...own.sort(), ...SHARED];
  const read = (file: string) => readFile(join(SRC, file), 'utf8');
  const [stripping, ...sources] = await Promise.all(['pages/strip-types-thread.ts', ...files].map(read));
  // What browsers get also depends on how types are stripped.
  const all = [stripping, ...sources].join();
  const version = createHash('sha256').update(all).digest('base64url').slice(0, 12);
  return { version, modules: new Map(files.map((file, index) => [asJs(file), sources[index] ?? ''])) };
}

const IMPORTED = /(?<= from '|\bimport\(')\.[^']+\.ts(?=')/g;
const asJs = (path: string): string => path.replace(/\.ts$/, '.js');

/** The imports of a source that are left when its types are stripped. */
const IMPORT = /^(?:import|export) (?!type\b)[^;]*? from '(\.[^']+)';/gm;

function importsOf(entry: string, modules: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const [, path = ''] of (modules.get(name) ?? '').matchAll(IMPORT)) {
      const imported = asJs(join(name, '..', path).replaceAll('\\', '/'));
      if (found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(entry);
  return [...found];
}
