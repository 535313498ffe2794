import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, readableTone, textColorOn } from '../config/brand.ts';
import type { Endpoint } from '../http/endpoint.ts';

/** The surfaces of base.css that links stand on; in both, text in the brand's tone must be readable. */
const LIGHT = '#f3f4f7';
const DARK = '#1f242d';

const FILES = [
  'base.css',
  'layout.css',
  'forms.css',
  'skeleton.css',
  'account.css',
  'second-factors.css',
  'passkeys.css',
  'connect.css',
  'dialog.css',
  'inbox.css',
];

export interface Stylesheet {
  readonly endpoint: Endpoint;
  /** What pages link to. */
  readonly address: () => string;
}

/** The colours and shapes that every page of ours shares. */
export function createStylesheet(brand: Brand, base = ''): Stylesheet {
  return servedStylesheet('/assets/pages.css', base, () => `${brandTokens(brand.color)}\n${sharedRules()}`);
}

const FOLDER = join(import.meta.dirname, 'styles');

/** Reading and compacting takes 10 ms of CPU, which no start waits for and all services of the process share. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
/** Those of the files that `names` lists, in this order. */
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

/**
 * The colours of dark mode are written once, and hold where the system or the `data-theme` of the page asks for them.
 */
const withTheme = (css: string): string =>
  css.replace(
    /@media \(prefers-color-scheme: dark\)\{:root\{([^}]*)\}\}/g,
    (_, colors: string) =>
      '@media (prefers-color-scheme: ' +
      `dark){:root:not([data-theme="light"]){${colors}}}:root[data-theme="dark"]{${colors}}`,
  );

/** A style sheet whose address changes with its content, made when first asked for, or for a page that links to it. */
export function servedStylesheet(path: string, base: string, make: () => string): Stylesheet {
  const content = once(() => {
    const css = make();
    return { css: Buffer.from(css), version: createHash('sha256').update(css).digest('base64url').slice(0, 12) };
  });
  const endpoint: Endpoint = {
    method: 'GET',
    path,
    answer({ query }) {
      const { css, version } = content();
      return {
        status: 200,
        headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': cacheFor(query.get('v') === version) },
        body: css,
        compressible: true,
      };
    },
  };
  return { endpoint, address: () => `${base}${path}?v=${content().version}` };
}

/** An address that names its content may be kept for ever; any other belongs to another version's instance. */
export const cacheFor = (isThisVersion: boolean): string =>
  isThisVersion ? 'public, max-age=31536000, immutable' : 'no-store';

/** Without comments and indentation, which are a quarter of the files. */
const compact = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1');

const brandTokens = (color: string): string =>
  `:root { --brand: ${color}; --on-brand: ${textColorOn(color)}; ` +
  `--brand-on-light: ${readableTone(color, LIGHT)}; --brand-on-dark: ${readableTone(color, DARK)}; }`;
