import { parseUrl, withoutPassword } from '../declare/url-formats.ts';
import { InvalidValue, listOf } from '../declare/value-formats.ts';

/** An entry of RETURN_URLS: visitors may return to this origin, at this path or below it. */
export interface ReturnUrl {
  readonly origin: string;
  /** The path without a trailing slash; empty for the whole origin. */
  readonly path: string;
}

export const returnUrls = listOf<ReturnUrl>(
  (entry) => {
    const url = parseUrl(entry);
    if (!url || !/^https?:\/\/[^/]/i.test(entry) || FORBIDDEN.test(entry) || entry.includes('*')) {
      throw new InvalidValue(`must list http(s) addresses without a wildcard, not "${withoutPassword(entry)}"`);
    }
    if (url.search || url.hash || url.username || url.password || /[?#]/.test(entry)) {
      throw new InvalidValue('must list addresses without a query, a fragment or a user');
    }
    // The URL parser resolves dot segments, so an entry with them would differ from its spelling.
    if (hasDotSegment(entry.replace(/^[^/]*\/\/[^/]*/, ''))) {
      throw new InvalidValue(`must list addresses without . and .. in the path, and "${entry}" has one`);
    }
    return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
  },
  ({ origin, path }) => origin + path,
);

/** Longer addresses are refused: the limits of proxies and servers are unknown. */
const MAX_LENGTH = 2048;

/**
 * URL parsers skip tabs and line breaks and read a backslash as a slash; blanks and control characters have no place in
 * an address. Parsers disagree about all of these, so none is accepted.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\\]/;

/**
 * Returns the address as the URL parser prints it, or undefined if it is not allowed. The browser gets the string that
 * was checked, so no second parser can read it differently. `values` are all values of the parameter. Two are refused,
 * because software on the way may check one and use the other.
 */
export function allowedReturnUrl(allowed: readonly ReturnUrl[], values: readonly string[]): string | undefined {
  const [value = ''] = values;
  if (values.length !== 1 || FORBIDDEN.test(value)) return undefined;
  // Requires a full address: browsers complete `https:evil.example` and `//evil.example` in surprising ways.
  if (!/^https?:\/\/[^/]/i.test(value)) return undefined;
  const url = URL.parse(value);
  if (url === null || url.username + url.password !== '') return undefined;
  const isAllowed = allowed.some(({ origin, path }) => origin === url.origin && isBelow(path, url.pathname));
  return isAllowed && url.href.length <= MAX_LENGTH ? url.href : undefined;
}

/** `/app` and `/app/settings` are below `/app`; `/application` is not. */
function isBelow(path: string, pathname: string): boolean {
  if (path === '') return true;
  return (pathname === path || pathname.startsWith(`${path}/`)) && !hasDotSegment(pathname);
}

/**
 * True if a path could lead upwards. The URL parser has resolved `..` and `%2e%2e`; the target server may decode
 * `..%2f` or `%252e`, or ignore the text after a semicolon in a segment (`..;`).
 */
function hasDotSegment(path: string): boolean {
  let decoded = path;
  for (let before = ''; before !== decoded; ) {
    before = decoded;
    decoded = decoded.replace(/%(25|2e|2f|3b|5c)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return /(^|[/\\])\.{1,2}([/\\;]|$)/.test(decoded);
}
