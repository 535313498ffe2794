import { asJs, resolveImport, type ScriptFile, type ScriptFiles } from './script-files.ts';

export interface LinkOptions {
  readonly homeOf: ScriptFiles['homeOf'];
  /** The JavaScript of a module. */
  readonly codeOf: (module: string) => string;
  /** Where browsers find the file of this path. */
  readonly addressOf: (path: string) => string;
}

/** Runs a module when the first of its importers runs, as the browser would: a page does not run what it does not import. */
const ONCE = 'const $once = (run) => { let exports; return () => (exports ??= run()); };';

/**
 * Makes one JavaScript module of the modules of a file. Each becomes a function that runs its code and returns its exports, so that names need to
 * be unique only within a module; the entry follows as it is, because it may wait for something (`await`). Lines stay lines: an error of
 * the line n below the comment with a module's path is in about that line of its source.
 */
export function linkScript(file: ScriptFile, options: LinkOptions): string {
  const { entry, modules } = file;
  const isEntryHere = entry !== undefined && options.homeOf(entry) === file.path;
  const needed = modules.map((module) => rewrite(module, options));
  const run = isEntryHere ? rewrite(entry, options) : undefined;
  const elsewhere = new Set([...needed, ...(run ? [run] : [])].flatMap(({ imported }) => imported));
  if (entry !== undefined && !isEntryHere) elsewhere.add(entry);
  const parts = [
    ...file.imports.map((path) => importLine(path, [...elsewhere], options)),
    ...(needed.length > 0 ? [ONCE] : []),
    ...needed.map(asFunction),
    // What only other files import from this one.
    ...(entry === undefined ? [`export { ${modules.map(nameOf).join(', ')} };`] : []),
    ...(run ? [`// ${run.module}\n${run.code}`] : []),
    ...(entry !== undefined && !isEntryHere ? [forward(entry, options)] : []),
  ];
  return `${parts.join('\n')}\n`;
}

interface Rewritten {
  readonly module: string;
  readonly code: string;
  readonly imported: readonly string[];
  readonly exported: readonly string[];
}

const IMPORT = /^import \{([^}]*)\} from '([^']+)';/gm;
const DYNAMIC_IMPORT = /\bimport\('(\.[^']+)'\)/g;
const EXPORT = /^export ((?:async )?function\*? |const |class )([\w$]+)/gm;
/** Anything else that only the top level of a module may have. */
const UNKNOWN = /^(?:import\b(?!\()|export\b(?! (?:async )?function\b| const [\w$]| class )).*/m;

/** With calls in place of its imports. */
function rewrite(module: string, { codeOf, addressOf }: LinkOptions): Rewritten {
  const imported: string[] = [];
  const code = codeOf(module)
    .replace(IMPORT, (_, names: string, specifier: string) => {
      const other = resolveImport(module, specifier);
      imported.push(other);
      return `const {${names.replace(/\bas\b/g, ':')}} = ${nameOf(other)}();`;
    })
    .replace(DYNAMIC_IMPORT, (_, specifier: string) => `import('${addressOf(asJs(resolveImport(module, specifier)))}')`)
    .trimEnd();
  const [unknown] = UNKNOWN.exec(code) ?? [];
  if (unknown !== undefined) throw new Error(`${module} cannot be linked for browsers because of: ${unknown}`);
  return { module, code, imported, exported: exportsOf(code) };
}

const exportsOf = (code: string): string[] => [...code.matchAll(EXPORT)].map(([, , name = '']) => name);

const asFunction = ({ module, code, exported }: Rewritten): string => `// ${module}
const ${nameOf(module)} = $once(() => {
${code.replace(EXPORT, '$1$2')}
return { ${exported.join(', ')} };
});`;

/** For an entry that is in another file, because others import it too. */
const forward = (entry: string, { codeOf }: LinkOptions): string =>
  `export const { ${exportsOf(codeOf(entry)).join(', ')} } = ${nameOf(entry)}();`;

function importLine(path: string, modules: readonly string[], { homeOf, addressOf }: LinkOptions): string {
  const names = modules.filter((module) => homeOf(module) === path).map(nameOf);
  return `import { ${names.join(', ')} } from '${addressOf(path)}';`;
}

/** `pages/browser/token-store.ts` is `pages$browser$token_store`. */
const nameOf = (module: string): string =>
  module
    .replace(/\.ts$/, '')
    .replaceAll('/', '$')
    .replace(/[^\w$]/g, '_');
