import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { cacheFor } from './stylesheet.ts';

const SRC = join(import.meta.dirname, '..');
/** What browsers get of our source besides the scripts of the pages: the modules these share with the server. */
const SHARED = ['pages/texts/fill.ts', 'accounts/password-checks.ts', 'tokens/purposes-and-lifetimes.ts'];

const EARLY = 'pages/browser/early.js';

export interface PageScript {
  readonly address: string;
  /** Everything it imports, directly or not. */
  readonly imports: readonly string[];
  /** The classic script that some pages run before they are painted. */
  readonly early: string;
}

interface Scripts {
  readonly version: string;
  /** JavaScript by path. */
  readonly modules: ReadonlyMap<string, string>;
}

export interface BrowserScripts {
  readonly endpoint: Endpoint;
  readonly scriptOf: (page: string) => Promise<PageScript>;
}

/**
 * Serves the browser's TypeScript with its types blanked out, each module at its place in src, so that imports need no
 * bundler. The version in the path changes with any file, which lets browsers keep every module for ever.
 */
export function createScripts(): BrowserScripts {
  let loading: Promise<Scripts> | undefined;
  const load = () => {
    loading ??= loadScripts().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return {
    endpoint: {
      method: 'GET',
      path: '/assets/:version/*',
      async answer({ params }) {
        const { version, modules } = await load();
        const code = modules.get(params['*'] ?? '');
        if (code === undefined) throw new ApiError(NotFound);
        const cacheControl = cacheFor(params.version === version);
        return {
          status: 200,
          headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cacheControl },
          body: code,
        };
      },
    },
    async scriptOf(page) {
      const { version, modules } = await load();
      const entry = `pages/browser/${page}.js`;
      const addressOf = (path: string) => `/assets/${version}/${path}`;
      return { address: addressOf(entry), imports: importsOf(entry, modules).map(addressOf), early: addressOf(EARLY) };
    },
  };
}

/**
 * Node blanks types out for us, at the first request for a page. It does so in a thread of its own because the function
 * announces itself as experimental on the thread's stderr, which nobody reads here, and because the tenth of a second
 * it takes is then not taken from other requests.
 */
async function loadScripts(): Promise<Scripts> {
  const own = globSync('pages/browser/**/*.ts', { cwd: SRC }).map((file) => file.replaceAll('\\', '/'));
  const files = [...own.sort(), ...SHARED];
  const worker = new Worker(new URL('strip-types.ts', import.meta.url), {
    workerData: files.map((file) => join(SRC, file)),
    stderr: true,
    execArgv: [],
  });
  const [codes] = (await once(worker, 'message')) as [string[]];
  const version = createHash('sha256').update(codes.join()).digest('base64url').slice(0, 12);
  const modules = new Map(files.map((file, index) => [asJs(file), (codes[index] ?? '').replace(IMPORTED, asJs)]));
  return { version, modules };
}

const IMPORTED = /(?<= from ')\.[^']+\.ts(?=';)/g;
const asJs = (path: string): string => path.replace(/\.ts$/, '.js');

function importsOf(entry: string, modules: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const [, path = ''] of (modules.get(name) ?? '').matchAll(/ from '(\.[^']+)';/g)) {
      const imported = join(name, '..', path).replaceAll('\\', '/');
      if (found.has(imported)) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(entry);
  return [...found];
}
