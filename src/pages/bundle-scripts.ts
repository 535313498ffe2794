import { join, relative, sep } from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import type { ScriptSource } from './script-source.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The folder to which names in the bundle are relative. Nothing is written there. */
const OUTPUT = join(ROOT, 'assets');

/** The script of a page, or a part that is imported on demand. */
export interface Entry {
  /** The path of its file and of everything it imports. */
  readonly path: string;
  readonly imports: readonly string[];
}

export interface Bundle {
  /** Files by path, which begins with a hash of the content. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Entries by the path of their module in its program, with prefix and without extension. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The module that renders forms on the server; empty if the sources have none. */
  readonly onServer: Buffer;
}

const OPTIONS = {
  absWorkingDir: ROOT,
  outdir: OUTPUT,
  entryNames: '[hash]/[dir]/[name]',
  chunkNames: '[hash]/[name]',
  bundle: true,
  format: 'esm',
  splitting: true,
  minify: true,
  sourcemap: true,
  // The oldest versions that docs/pages.md names.
  target: ['chrome105', 'edge105', 'firefox100', 'safari16'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Replaces tsconfig.json, which a container image lacks.
  tsconfigRaw: {},
  write: false,
  metafile: true,
  logLevel: 'silent',
} satisfies BuildOptions;

/** Node cannot load .tsx files. */
const ON_SERVER = {
  minify: false,
  splitting: false,
  sourcemap: false,
  target: 'node24',
} satisfies BuildOptions;

/**
 * Bundles the browser's modules in memory: esbuild takes a tenth of a second, in a separate process. Modules that
 * `shared.ts` lists become one file; otherwise there would be one per set of pages that share a module.
 */
export function bundleScripts(sources: readonly ScriptSource[]): Promise<Bundle> {
  const bundle = before.then(() => bundleNow(sources));
  before = bundle.catch(() => {});
  return bundle;
}

/** Bundles are built one at a time, because all share the process that `stop` ends. */
let before: Promise<unknown> = Promise.resolve();

async function bundleNow(sources: readonly ScriptSource[]): Promise<Bundle> {
  const { build, stop } = await import('esbuild');
  try {
    const onServer = sources.flatMap((source) => (source.onServer ? entryPoints(source, [source.onServer]) : []));
    const [serverBuild, ...results] = await Promise.all([
      build({ ...OPTIONS, ...ON_SERVER, entryPoints: onServer }),
      ...sources.flatMap((source) =>
        source.sharing === undefined
          ? []
          : build({
              ...OPTIONS,
              entryPoints: entryPoints(source, [...source.sharing, ...(source.parts ?? [])]),
              inject: [join(source.folder, 'shared.ts')],
            }),
      ),
      build({
        ...OPTIONS,
        splitting: false,
        entryPoints: sources.flatMap((source) => entryPoints(source, source.alone)),
      }),
    ]);
    return {
      onServer: Buffer.from(serverBuild.outputFiles[0]?.contents ?? ''),
      files: new Map(
        results.flatMap(({ outputFiles }) =>
          outputFiles.map(({ path, contents }) => [asPath(relative(OUTPUT, path)), Buffer.from(contents)]),
        ),
      ),
      entries: new Map(results.flatMap(({ metafile }) => entriesOf(metafile, sources))),
    };
  } finally {
    await stop();
  }
}

/** esbuild resolves the extension. */
const entryPoints = ({ folder, prefix = '' }: ScriptSource, names: readonly string[]) =>
  names.map((name) => ({ in: join(folder, name), out: prefix + name }));
const asPath = (path: string): string => path.replaceAll('\\', '/');

function nameOf(module: string, sources: readonly ScriptSource[]): string {
  const path = join(ROOT, module);
  const source = sources.find(({ folder }) => path.startsWith(join(folder, sep)));
  const name = source ? (source.prefix ?? '') + asPath(relative(source.folder, path)) : module;
  return name.replace(/\.\w+$/, '');
}

function entriesOf({ outputs }: Metafile, sources: readonly ScriptSource[]): [string, Entry][] {
  const importsOf = (output: string): string[] =>
    (outputs[output]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => [path, ...importsOf(path)]);
  const asFile = (output: string) => asPath(relative('assets', output));
  return Object.entries(outputs).flatMap(([output, { entryPoint }]) =>
    entryPoint === undefined
      ? []
      : [[nameOf(entryPoint, sources), { path: asFile(output), imports: [...new Set(importsOf(output))].map(asFile) }]],
  );
}
