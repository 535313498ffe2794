import { join, relative } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { CONSOLE_SCREENS } from './console-paths.ts';

const BROWSER = join(import.meta.dirname, 'browser');
/** Nothing is written there: it is what names in the bundle are relative to. */
const OUTPUT = join(BROWSER, 'assets');

/** The script of a page, or a part of it that is imported when it is needed. */
export interface Entry {
  /** The path of its file, with the files of everything that it imports. */
  readonly path: string;
  readonly imports: readonly string[];
}

export interface Bundle {
  /** By path, which has a hash of the content as its first part. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** By the path of their module, without its extension. */
  readonly entries: ReadonlyMap<string, Entry>;
}

const OPTIONS = {
  absWorkingDir: BROWSER,
  outbase: BROWSER,
  outdir: OUTPUT,
  entryNames: '[hash]/[dir]/[name]',
  chunkNames: '[hash]/[name]',
  bundle: true,
  format: 'esm',
  splitting: true,
  minify: true,
  sourcemap: true,
  // The oldest that docs/pages.md names.
  target: ['chrome105', 'edge105', 'firefox100', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // In place of tsconfig.json, which a container image does not have.
  tsconfigRaw: {},
  write: false,
  metafile: true,
  logLevel: 'silent',
} satisfies BuildOptions;

/** Entries that have little in common with others, or run before them. */
const ALONE = ['before-first-paint', 'inbox', 'reference', 'account', 'connect', 'admin/claim'];

/**
 * Bundles the browser's modules in memory: esbuild takes a tenth of a second, in a process of its own. Modules that
 * `shared.ts` lists are one file; otherwise there would be one for each set of pages that share a module.
 */
export async function bundleScripts(pages: readonly string[]): Promise<Bundle> {
  const screens = Object.values(CONSOLE_SCREENS).map(({ page }) => page);
  const shared = pages.filter((page) => !ALONE.includes(page));
  const { build, stop } = await import('esbuild');
  try {
    const results = await Promise.all([
      build({ ...OPTIONS, entryPoints: shared.map(asEntryPoint), inject: ['./shared.ts'] }),
      build({ ...OPTIONS, entryPoints: screens.map(asEntryPoint), inject: ['./admin/shared.ts'] }),
      build({ ...OPTIONS, splitting: false, entryPoints: ALONE.map(asEntryPoint) }),
    ]);
    return {
      files: new Map(
        results.flatMap(({ outputFiles }) =>
          outputFiles.map(({ path, contents }) => [asPath(relative(OUTPUT, path)), Buffer.from(contents)]),
        ),
      ),
      entries: new Map(results.flatMap(({ metafile }) => entriesOf(metafile))),
    };
  } finally {
    await stop();
  }
}

/** esbuild finds out whether it is a .ts or a .tsx file. */
const asEntryPoint = (name: string): string => `./${name}`;
const asPath = (path: string): string => path.replaceAll('\\', '/');

function entriesOf({ outputs }: Metafile): [string, Entry][] {
  const importsOf = (output: string): string[] =>
    (outputs[output]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => [path, ...importsOf(path)]);
  const asFile = (output: string) => asPath(relative('assets', output));
  return Object.entries(outputs).flatMap(([output, { entryPoint }]) =>
    entryPoint === undefined
      ? []
      : [
          [
            entryPoint.replace(/\.\w+$/, ''),
            { path: asFile(output), imports: [...new Set(importsOf(output))].map(asFile) },
          ],
        ],
  );
}
