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
  const imports = importsIn(sources, STATIC_IMPORT);
  const importedBy = (module: string) => imports.get(module) ?? [];
  const entries = findEntries(imports, importsIn(sources, DYNAMIC_IMPORT));
  const users = new Map<string, string[]>();
  for (const entry of entries) {
    for (const module of withImports(entry, importedBy)) users.set(module, [...(users.get(module) ?? []), entry]);
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
    const needed = isElsewhere ? [entry] : here.flatMap(importedBy);
    const others = new Set(needed.map(homeOf).filter((home) => home !== path));
    return { path, entry, modules: here.filter((module) => module !== entry), imports: [...others] };
  });
  return { files: new Map(files.map((file) => [file.path, file])), homeOf };
}

export const asJs = (path: string): string => path.replace(/\.ts$/, '.js');

/** The path of what a module imports as `specifier`. */
export const resolveImport = (module: string, specifier: string): string =>
  join(module, '..', specifier).replaceAll('\\', '/');

/** Imports that are left when types are stripped. */
const STATIC_IMPORT = /^(?:import|export) (?!type\b)(?:[\w$*{},\s]*? from )?'(\.[^']+)';/gm;
const DYNAMIC_IMPORT = /\bimport\('(\.[^']+)'\)/g;

/** What each module imports in this way. */
function importsIn(sources: ReadonlyMap<string, string>, pattern: RegExp): Map<string, string[]> {
  const found = [...sources].map(([module, source]): [string, string[]] => [
    module,
    [...source.matchAll(pattern)].map(([, specifier = '']) => resolveImport(module, specifier)),
  ]);
  for (const [module, imported] of found) {
    const missing = imported.find((one) => !sources.has(one));
    if (missing !== undefined) throw new Error(`${module} imports ${missing}, which browsers do not get`);
  }
  return new Map(found);
}

/** What no other module imports, and what is imported at run time. */
function findEntries(imports: ReadonlyMap<string, string[]>, dynamic: ReadonlyMap<string, string[]>): string[] {
  const imported = new Set([...imports.values()].flat());
  const roots = [...imports.keys()].filter((module) => !imported.has(module));
  return [...new Set([...roots, ...[...dynamic.values()].flat()])];
}

/** An entry and everything it imports, directly or not. */
function withImports(entry: string, importedBy: (module: string) => readonly string[]): Set<string> {
  const all = new Set<string>();
  const visit = (module: string, importers: readonly string[]): void => {
    if (importers.includes(module)) throw new Error(`a circle of imports: ${[...importers, module].join(' → ')}`);
    if (all.has(module)) return;
    all.add(module);
    for (const imported of importedBy(module)) visit(imported, [...importers, module]);
  };
  visit(entry, []);
  return all;
}

function homeFor(entries: readonly string[]): string {
  const [first = '', ...others] = entries;
  if (others.length === 0) return asJs(first);
  return entries.every((entry) => entry.startsWith(CONSOLE)) ? CONSOLE_SHARED : SHARED;
}
