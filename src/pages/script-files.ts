import { join } from 'node:path';

/** One of the files that browsers load: some modules, and perhaps an entry that runs when the file has been loaded. */
export interface ScriptFile {
  /** What it is asked for by, below the version. */
  readonly path: string;
  /** The module that the file is named after: the script of a page, or what one of them imports when it is needed. */
  readonly entry: string | undefined;
  /** Those that are in this file and in no other; not in any order. */
  readonly modules: readonly string[];
  /** The paths of the files that have the other modules which these import. */
  readonly imports: readonly string[];
}

export interface ScriptFiles {
  readonly files: ReadonlyMap<string, ScriptFile>;
  /** The path of the file that a module is in. */
  readonly homeOf: (module: string) => string;
}

/** Modules that the pages have in common, and those that only the screens of the console have in common. */
const SHARED = 'pages/browser/shared.js';
const CONSOLE = 'pages/browser/admin/';
const CONSOLE_SHARED = `${CONSOLE}shared.js`;

/**
 * Distributes the modules over the files. A module that one entry alone needs is in the file of that entry; what two or more need is in
 * the shared file, or in that of the console if all of these are screens of it: a page loads two files, a screen three. Each module is in one
 * file, because it may have a state, which must exist once in a page.
 */
export function planScriptFiles(sources: ReadonlyMap<string, string>): ScriptFiles {
  const entries = findEntries(sources);
  const users = new Map<string, string[]>();
  for (const entry of entries) {
    for (const module of withImports(entry, sources)) users.set(module, [...(users.get(module) ?? []), entry]);
  }
  const homes = new Map([...users].map(([module, by]) => [module, homeFor(by)]));
  const homeOf = (module: string) => homes.get(module) ?? '';
  const paths = new Set([...homes.values(), ...entries.map(asJs)]);
  const files = [...paths].map((path): ScriptFile => {
    const entry = entries.find((one) => asJs(one) === path);
    if (entry !== undefined && (path === SHARED || path === CONSOLE_SHARED))
      throw new Error(`${entry} is a reserved name`);
    const here = [...homes].filter(([, home]) => home === path).map(([module]) => module);
    const isElsewhere = entry !== undefined && homeOf(entry) !== path;
    const imported = isElsewhere ? [entry] : here.flatMap((module) => importsOf(module, sources));
    const imports = [...new Set(imported.map(homeOf))].filter((home) => home !== path);
    return { path, entry, modules: here.filter((module) => module !== entry), imports };
  });
  return { files: new Map(files.map((file) => [file.path, file])), homeOf };
}

export const asJs = (path: string): string => path.replace(/\.ts$/, '.js');

/** The path of what a module imports as `specifier`. */
export const resolveImport = (module: string, specifier: string): string =>
  join(module, '..', specifier).replaceAll('\\', '/');

/** Imports that are left when types are stripped. */
const STATIC_IMPORT = /^(?:import|export) (?!type\b)(?:[^;]*? from )?'(\.[^']+)';/gm;
const DYNAMIC_IMPORT = /\bimport\('(\.[^']+)'\)/g;

function found(pattern: RegExp, module: string, sources: ReadonlyMap<string, string>): string[] {
  const imported = [...(sources.get(module) ?? '').matchAll(pattern)].map(([, path = '']) =>
    resolveImport(module, path),
  );
  const missing = imported.find((one) => !sources.has(one));
  if (missing !== undefined) throw new Error(`${module} imports ${missing}, which browsers do not get`);
  return imported;
}

const importsOf = (module: string, sources: ReadonlyMap<string, string>): string[] =>
  found(STATIC_IMPORT, module, sources);

/** What no other module imports, and what is imported at run time. */
function findEntries(sources: ReadonlyMap<string, string>): string[] {
  const modules = [...sources.keys()];
  const imported = new Set(modules.flatMap((module) => importsOf(module, sources)));
  const dynamic = modules.flatMap((module) => found(DYNAMIC_IMPORT, module, sources));
  return [...new Set([...modules.filter((module) => !imported.has(module)), ...dynamic])];
}

function withImports(entry: string, sources: ReadonlyMap<string, string>): Set<string> {
  const all = new Set<string>();
  const visit = (module: string, importers: readonly string[]): void => {
    if (importers.includes(module)) throw new Error(`a circle of imports: ${[...importers, module].join(' → ')}`);
    if (all.has(module)) return;
    all.add(module);
    for (const imported of importsOf(module, sources)) visit(imported, [...importers, module]);
  };
  visit(entry, []);
  return all;
}

function homeFor(entries: readonly string[]): string {
  const [first = '', ...others] = entries;
  if (others.length === 0) return asJs(first);
  return entries.every((entry) => entry.startsWith(CONSOLE)) ? CONSOLE_SHARED : SHARED;
}
