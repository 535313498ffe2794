import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, readableTone, textColorOn } from '../config/brand.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** The surfaces of tokens.css behind links; text in the brand's tone must be readable on both. */
const LIGHT = '#f3f4f7';
const DARK = '#1f242d';

/** The components, which the console uses too, then what the pages alone have. */
const FILES = [
  'tokens.css',
  'base.css',
  'controls.css',
  'surfaces.css',
  'lists.css',
  'frame.css',
  'account.css',
  'inbox.css',
];

export interface ServedFile {
  readonly endpoint: Endpoint;
  /** The address that pages link to. */
  readonly address: () => string;
}

/** The colours and shapes of all pages. */
export function createStylesheet(brand: Brand, base = ''): ServedFile {
  return servedFile('/assets/pages.css', 'text/css', base, () =>
    Buffer.from(`${brandTokens(brand.color)}\n${sharedRules()}`),
  );
}

const FOLDER = join(import.meta.dirname, 'styles');

/** Reading and compacting takes 10 ms of CPU: runs on demand and once per process. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
/** The rules of the files in `names`, in this order. */
export const styleRules = (folder: string, names: () => readonly string[]): (() => string) =>
  once(() =>
    withTheme(
      compact(
        names()
          .map((name) => readFileSync(join(folder, name), 'utf8'))
          .join('\n'),
      ),
    ),
  );
const sharedRules = styleRules(FOLDER, () => FILES);

/** Dark colours are written once, and apply if the system or the page's `data-theme` requests them. */
const withTheme = (css: string): string =>
  css.replace(
    /@media \(prefers-color-scheme: dark\)\{:root\{([^}]*)\}\}/g,
    (_, colors: string) =>
      `@media (prefers-color-scheme: dark){:root:not([data-theme="light"]){${colors}}}` +
      `:root[data-theme="dark"]{${colors}}`,
  );

/** A text file whose address changes with its content, read on first use. */
export function servedFile(path: string, contentType: string, base: string, read: () => Buffer): ServedFile {
  const content = once(() => {
    const body = read();
    return { body, version: createHash('sha256').update(body).digest('base64url').slice(0, 12) };
  });
  const endpoint: Endpoint = {
    method: 'GET',
    path,
    answer({ query }) {
      const { body, version } = content();
      return {
        status: 200,
        headers: {
          'content-type': `${contentType}; charset=utf-8`,
          'cache-control': cacheFor(query.get('v') === version),
        },
        body,
        compressible: true,
      };
    },
  };
  return { endpoint, address: () => `${base}${path}?v=${content().version}` };
}

/** An address with a content hash can be kept forever; another one belongs to an instance with another version. */
export const cacheFor = (isThisVersion: boolean): string =>
  isThisVersion ? 'public, max-age=31536000, immutable' : 'no-store';

/** Removes comments and indentation, a quarter of the files. */
const compact = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1');

const brandTokens = (color: string): string =>
  `:root { --brand: ${color}; --on-brand: ${textColorOn(color)}; ` +
  `--brand-on-light: ${readableTone(color, LIGHT)}; --brand-on-dark: ${readableTone(color, DARK)}; }`;
