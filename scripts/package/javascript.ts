import { stripTypeScriptTypes } from 'node:module';

/** Static, dynamic and re-exporting imports of local files: `from './a.ts'`, `import('./a.ts')`, `import './a.ts'`. */
const RELATIVE_IMPORT = /(\bfrom |\bimport |\bimport\()'(\.{1,2}\/[^']+)\.ts'/g;

/** JavaScript with the lines of its source: spaces replace types, so that stack traces stay correct. */
export const toJavaScript = (typescript: string): string => importsOfJavaScript(stripTypeScriptTypes(typescript));

export const importsOfJavaScript = (source: string): string => source.replaceAll(RELATIVE_IMPORT, "$1'$2.js'");
