import { stripTypeScriptTypes } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Comments that begin a line, and the blanks at the end of lines that types leave behind: a quarter of what browsers
 * would load. Every line keeps its number, so that an error names the line of the source. A comment behind code stays,
 * because only a parser could tell it from a string.
 */
const COMMENT_BLOCK = /^[ \t]*\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*$/gm;
const COMMENT_LINE = /^[ \t]*\/\/.*$/gm;
const TRAILING_BLANKS = /[ \t]+$/gm;

const strip = (source: string): string =>
  stripTypeScriptTypes(source)
    .replace(COMMENT_BLOCK, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(COMMENT_LINE, '')
    .replace(TRAILING_BLANKS, '');

// Runs in a thread of its own: see strip-types.ts.
for (const [path, source] of workerData as readonly [path: string, source: string][]) {
  parentPort?.postMessage([path, strip(source)]);
}
