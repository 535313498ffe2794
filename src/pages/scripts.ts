import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { readBuiltScripts } from './built-scripts.ts';
import type { Bundle } from './bundle-scripts.ts';
import type { RenderForm } from './forms.ts';
import type { DrawnScript } from './page.ts';
import type { ScriptSource } from './script-source.ts';
import { cacheFor } from './stylesheet.ts';

export interface BrowserScripts {
  readonly endpoint: Endpoint;
  readonly scriptOf: (page: string) => Promise<DrawnScript>;
}

/** Serves scripts under addresses that change with their content, so that browsers keep every file for ever. */
export const createScripts = (base: string, sources: readonly ScriptSource[]): BrowserScripts => ({
  endpoint: {
    method: 'GET',
    path: '/assets/:version/*',
    async answer({ params: { version, '*': name = '' } }) {
      const { files, entries } = await open(sources);
      const exact = files.get(`${version}/${name}`);
      // A page of a neighbour instance with another version gets our script for it.
      const file = exact ?? files.get(entries.get(name.replace(/\.js$/, ''))?.path ?? '');
      if (!file) throw new ApiError(NotFound);
      const contentType = name.endsWith('.map') ? 'application/json' : 'text/javascript; charset=utf-8';
      return {
        status: 200,
        headers: { 'content-type': contentType, 'cache-control': cacheFor(exact !== undefined) },
        body: file,
        compressible: true,
      };
    },
  },
  async scriptOf(page) {
    const { entries, renderForm } = await open(sources);
    const entry = entries.get(page);
    if (!entry) throw new Error(`the page ${page} has no script`);
    const addressOf = (path = ''): string => `${base}/assets/${path}`;
    return {
      address: addressOf(entry.path),
      imports: entry.imports.map((path) => addressOf(path)),
      beforeFirstPaint: addressOf(entries.get('before-first-paint')?.path),
      renderForm,
    };
  },
});

/** Soon after the start, so that the first page need not wait for it. */
export async function loadScripts(sources: readonly ScriptSource[]): Promise<void> {
  await open(sources);
}

async function readOrBundle(sources: readonly ScriptSource[]): Promise<LoadedBundle> {
  const built = await readBuiltScripts();
  const bundle = built ?? (await (await import('./bundle-scripts.ts')).bundleScripts(sources));
  const address = `data:text/javascript;base64,${bundle.onServer.toString('base64')}`;
  const { renderForm } = (await import(address)) as { readonly renderForm: RenderForm };
  return { ...bundle, renderForm };
}

interface LoadedBundle extends Bundle {
  readonly renderForm: RenderForm;
}

/** One for all services of the process: their scripts are the same. */
let bundle: Promise<LoadedBundle> | undefined;

function open(sources: readonly ScriptSource[]): Promise<LoadedBundle> {
  bundle ??= readOrBundle(sources).catch((error: unknown) => {
    // The next request tries again.
    bundle = undefined;
    throw error;
  });
  return bundle;
}
