import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface OperationFile {
  readonly method: string;
  readonly path: string;
  /** Relative to src. */
  readonly file: string;
  /** Not loaded at startup. */
  readonly isLazy: boolean;
}

const SRC = join(import.meta.dirname, '../../src');
const IMPORTED = /^import \{ (\w+) \} from '(\S+)'/gm;
const LOADED_LATER = /^const (\w+) = \(\) => import\('(\S+)'\)/gm;
const ROW = /\b(?:route|lazy|admin)\(\s*'(\w+)',\s*'([^']+)',\s*(?:\(\) => import\('([^']+)'|(\w+))/g;

/** The files that the table of routes takes operations from, in the order of its rows. */
export function operationFiles(): OperationFile[] {
  const index = readFileSync(join(SRC, 'features/index.ts'), 'utf8');
  const [, list = ''] = /const LIST = \[([^\]]+)\]/.exec(index) ?? [];
  const folders = new Map(
    [...index.matchAll(/^import \{ (\w+) \} from '\.\/(\S+)\/feature\.ts'/gm)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  );
  const ofFeatures = list.split(/,\s*/).flatMap((name) => operationFilesOf(`features/${folders.get(name)}/feature.ts`));
  return [...operationFilesOf('app/routes.ts'), ...ofFeatures];
}

function operationFilesOf(table: string): OperationFile[] {
  const routes = readFileSync(join(SRC, table), 'utf8');
  const files = (pattern: RegExp) =>
    new Map([...routes.matchAll(pattern)].map(([, name = '', file = '']) => [name, file]));
  const [imported, later] = [files(IMPORTED), files(LOADED_LATER)];
  return [...routes.matchAll(ROW)].map(([, method = '', path = '', lazy, name = '']) => ({
    method,
    path,
    file: join(table, '..', lazy ?? imported.get(name) ?? later.get(name) ?? name),
    isLazy: !imported.has(name),
  }));
}
