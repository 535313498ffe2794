import { ApiError } from '../http/api-error.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { NotFound } from '../http/errors.ts';
import { readBuiltScripts } from './built-scripts.ts';
import type { Bundle } from './bundle-scripts.ts';
import type { RenderForm } from './forms.ts';
import type { FormScript } from './page.ts';
import { PAGE_SCRIPTS } from './pages.ts';
import { type ScriptSource, scriptNames } from './script-source.ts';
import { cacheFor } from './stylesheet.ts';

interface BrowserScripts {
  readonly endpoint: Endpoint;
  readonly scriptOf: (page: string, part?: string) => Promise<FormScript>;
}

/** Serves scripts at addresses that change with their content, so that browsers can keep them forever. */
export function createScripts(base: string, sources: readonly ScriptSource[]): BrowserScripts {
  const addressOf = (path = ''): string => `${base}/assets/${path}`;
  return {
    endpoint: {
      method: 'GET',
      path: '/assets/:version/*',
      async answer({ params: { version, '*': name = '' } }) {
        const exact = await find(sources, ({ files }) => files.get(`${version}/${name}`));
        const page = name.replace(/\.js$/, '');
        const ours = sources.filter((source) => scriptNames(source).includes(page));
        // A page of an instance with another version gets our script instead.
        const file = exact ?? (await find(ours, ({ files, entries }) => files.get(entries.get(page)?.path ?? '')));
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
    async scriptOf(page, part = '') {
      const source = sources.find((source) => scriptNames(source).includes(page));
      if (!source) throw new Error(`the page ${page} has no script`);
      const [{ entries }, { entries: ofPages, renderForm }] = await Promise.all([open(source), open(PAGE_SCRIPTS)]);
      const entry = entries.get(page);
      const first = entries.get(part);
      const imports = [...(entry?.imports ?? []), ...(first ? [...first.imports, first.path] : [])];
      return {
        address: addressOf(entry?.path),
        imports: [...new Set(imports)].map((path) => addressOf(path)),
        beforeFirstPaint: addressOf(ofPages.get('before-first-paint')?.path),
        renderForm,
      };
    },
  };
}

/** Loads scripts soon after the start, so that the first page need not wait. Those of other programs load on demand. */
export async function loadPageScripts(): Promise<void> {
  await open(PAGE_SCRIPTS);
}

async function readOrBundle(source: ScriptSource): Promise<LoadedBundle> {
  const bundle = (await readBuiltScripts()) ?? (await (await import('./bundle-scripts.ts')).bundleScripts([source]));
  if (bundle.onServer.length === 0) return { ...bundle, renderForm: undefined };
  const address = `data:text/javascript;base64,${bundle.onServer.toString('base64')}`;
  const { renderForm } = (await import(address)) as { readonly renderForm: RenderForm };
  return { ...bundle, renderForm };
}

interface LoadedBundle extends Bundle {
  readonly renderForm: RenderForm | undefined;
}

/** One bundle per program for all services of the process. */
const bundles = new Map<ScriptSource, Promise<LoadedBundle>>();

function open(source: ScriptSource): Promise<LoadedBundle> {
  const opened = bundles.get(source);
  if (opened) return opened;
  const bundle = readOrBundle(source).catch((error: unknown) => {
    // The next request tries again.
    bundles.delete(source);
    throw error;
  });
  bundles.set(source, bundle);
  return bundle;
}

/** Searches finished bundles first, because bundling takes a while. */
async function find<T>(sources: readonly ScriptSource[], choose: (bundle: Bundle) => T | undefined) {
  const isOpen = (source: ScriptSource) => bundles.has(source);
  for (const source of sources.toSorted((source, other) => Number(isOpen(other)) - Number(isOpen(source)))) {
    const found = choose(await open(source));
    if (found !== undefined) return found;
  }
  return undefined;
}
