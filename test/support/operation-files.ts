import { readFileSync } from 'node:fs';

interface OperationFile {
  readonly method: string;
  readonly path: string;
  /** Relative to src. */
  readonly file: string;
  /** Not loaded at startup. */
  readonly isLazy: boolean;
}

const IMPORTED = /^import \{ (\w+) \} from '\.\/(\S+)'/gm;
const LOADED_LATER = /^const (\w+) = \(\) => import\('\.\/(\S+)'\)/gm;
const ROW = /\b(?:route|lazy|admin)\(\s*'(\w+)',\s*'([^']+)',\s*(?:\(\) => import\('\.\/([^']+)'|(\w+))/g;

/** The files that operations/routes.ts takes operations from, in the order of its rows. */
export function operationFiles(): OperationFile[] {
  const routes = readFileSync(new URL('../../src/operations/routes.ts', import.meta.url), 'utf8');
  const files = (pattern: RegExp) => new Map([...routes.matchAll(pattern)].map(([, name = '', file]) => [name, file]));
  const [imported, later] = [files(IMPORTED), files(LOADED_LATER)];
  return [...routes.matchAll(ROW)].map(([, method = '', path = '', lazy, name = '']) => ({
    method,
    path,
    file: `operations/${lazy ?? imported.get(name) ?? later.get(name)}`,
    isLazy: !imported.has(name),
  }));
}
