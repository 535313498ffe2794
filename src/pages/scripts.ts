import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/envelope.ts';
import { cacheFor } from './stylesheet.ts';

const SRC = join(import.meta.dirname, '..');
/** All that browsers get of our source: the scripts of the pages, and the two modules they share with the server. */
const FILES = [
  ...globSync('pages/browser/*.ts', { cwd: SRC }).sort(),
  'pages/texts/fill.ts',
  'accounts/password-checks.ts',
].map((file) => file.replaceAll('\\', '/'));

export interface PageScript {
  readonly address: string;
  /** Everything it imports, directly or not. */
  readonly imports: readonly string[];
}

/**
 * Serves the browser's TypeScript with its types blanked out, each module at its place in src, so that imports need no
 * bundler. The version in the path changes with any file, which lets browsers keep every module for ever.
 */
export function installScripts(server: FastifyInstance): (page: string) => Promise<PageScript> {
  const version = createHash('sha256');
  for (const file of FILES) version.update(readFileSync(join(SRC, file)));
  const folder = version.digest('base64url').slice(0, 12);
  let stripped: Promise<ReadonlyMap<string, string>> | undefined;
  const modules = () => {
    stripped ??= stripAll();
    return stripped;
  };

  server.get('/assets/:version/*', async (request, reply) => {
    const { version: asked, '*': name } = request.params as { version: string; '*': string };
    const code = (await modules()).get(name);
    if (code === undefined) throw new ApiError('not_found', 'Not found');
    reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cacheFor(asked === folder) });
    return code;
  });

  return async (page) => {
    const entry = `pages/browser/${page}.js`;
    const addressOf = (name: string) => `/assets/${folder}/${name}`;
    return { address: addressOf(entry), imports: importsOf(entry, await modules()).map(addressOf) };
  };
}

/**
 * Node blanks types out for us, at the first request for a page. It does so in a thread of its own because the function
 * announces itself as experimental on the thread's stderr, which nobody reads here, and because the tenth of a second
 * it takes is then not taken from other requests.
 */
async function stripAll(): Promise<ReadonlyMap<string, string>> {
  const worker = new Worker(new URL('strip-types.ts', import.meta.url), {
    workerData: FILES.map((file) => join(SRC, file)),
    stderr: true,
    execArgv: [],
  });
  const [codes] = (await once(worker, 'message')) as [string[]];
  return new Map(FILES.map((file, index) => [asJs(file), (codes[index] ?? '').replace(IMPORTED, asJs)]));
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
