import { parseUrl } from '../../../declare/url-formats.ts';
import { format, InvalidValue } from '../../../declare/value-formats.ts';

/** An MCP server that Latchkey issues tokens for: the `aud` of its tokens, and its scopes. */
export interface McpResource {
  readonly url: string;
  readonly scopes: readonly string[];
}

/** A scope of RFC 6749, 3.3, without characters that separate entries of a setting. */
const SCOPE = /^[!#-+\--[\]-~]+$/;
const OPENID_SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'];

/** Addresses, each followed by the scopes of its server, if any. */
export const mcpResources = format<readonly McpResource[]>(
  (value) => {
    if (value === 'none') return [];
    const resources: { url: string; scopes: string[] }[] = [];
    for (const word of value.split(/[\s,]+/).filter((one) => one !== '')) {
      const last = resources.at(-1);
      if (/^https?:/i.test(word)) resources.push({ url: parseResource(word), scopes: [] });
      else if (last) last.scopes.push(parseScope(word));
      else throw new InvalidValue(`must begin with the https address of an MCP server, not "${word}"`);
    }
    if (new Set(resources.map(({ url }) => new URL(url).href)).size < resources.length)
      throw new InvalidValue('must have each address once');
    return resources;
  },
  (resources) => resources.map(({ url, scopes }) => [url, ...scopes].join(' ')).join(', ') || 'none',
);

/** Keeps the spelling, because servers compare the audience letter by letter. */
function parseResource(word: string): string {
  const url = parseUrl(word);
  if (!url || ![url.href, url.origin].includes(word) || /[?#@]/.test(word))
    throw new InvalidValue(`must have addresses without a query, a fragment or a user, in lower case, not "${word}"`);
  return word;
}

function parseScope(word: string): string {
  if (!SCOPE.test(word) || OPENID_SCOPES.includes(word))
    throw new InvalidValue(`must have scopes without another meaning, not "${word}"`);
  return word;
}
