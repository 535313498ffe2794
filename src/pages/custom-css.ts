import { readSettingFile, settingError } from '../config/setting-error.ts';
import { type ServedFile, servedFile } from './stylesheet.ts';

/** The maximum size: enough for a font or two as data: addresses. */
const MAX_KIBIBYTES = 512;

export interface CustomCss extends ServedFile {
  /** Embedded resources, for the content security policy. */
  readonly embeds: { readonly fonts: boolean; readonly pictures: boolean };
}

/**
 * The style sheet of CUSTOM_CSS, served with the pages. The start refuses imports and other hosts, which the content
 * security policy would silently block.
 */
export function readCustomCss(path: string, base = ''): CustomCss {
  const css = decode(readSettingFile('CUSTOM_CSS', path, MAX_KIBIBYTES));
  const code = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  if (/@import\b/i.test(code)) throw problem('must not import another style sheet: put its rules into the file');
  const addresses = [...code.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*?))\s*\)/gi)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  const foreign = addresses.find((address) => !/^(data:(font|image)\/|#|\/(?!\/))/i.test(address));
  if (foreign !== undefined) {
    const shown = foreign.slice(0, 80);
    throw problem(
      `must not load "${shown}": embed it as a data:font/… or data:image/… address, or use a path that begins with /`,
    );
  }
  if (!hasBalancedBraces(code)) throw problem('has a { without its }, or the other way round');
  const embeds = (type: string) => addresses.some((address) => address.toLowerCase().startsWith(`data:${type}/`));
  return {
    ...servedFile('/assets/custom.css', 'text/css', base, () => Buffer.from(css)),
    embeds: { fonts: embeds('font'), pictures: embeds('image') },
  };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem('must be a style sheet in UTF-8');
  }
}

function hasBalancedBraces(code: string): boolean {
  const braces = code.replaceAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '').match(/[{}]/g) ?? [];
  let depth = 0;
  for (const brace of braces) {
    depth += brace === '{' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const problem = (wrong: string) => settingError('CUSTOM_CSS', wrong);
