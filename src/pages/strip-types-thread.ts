import { stripTypeScriptTypes } from 'node:module';
import { parentPort } from 'node:worker_threads';

/**
 * Comments that begin a line, and the blanks at the end of lines that types leave behind: a quarter of what browsers
 * would load. Every line stays a line, so that an error can be found in the source. A comment behind code stays,
 * because only a parser could tell it from a string.
 */
const COMMENT_BLOCK = /^[ \t]*\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*$/gm;
const COMMENT_LINE = /^[ \t]*\/\/.*$/gm;
/** Not only spaces: the stripper replaces other characters by blanks of as many bytes. */
const TRAILING_BLANKS = /[^\S\n]+$/gm;

const strip = (source: string): string =>
  stripTypeScriptTypes(source)
    .replace(COMMENT_BLOCK, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(COMMENT_LINE, '')
    .replace(TRAILING_BLANKS, '');

// Runs in a thread of its own: see strip-types.ts.
parentPort?.on('message', (sources: readonly string[]) => parentPort?.postMessage(sources.map(strip)));
