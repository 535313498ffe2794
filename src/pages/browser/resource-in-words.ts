import { fill } from '../texts/fill.ts';

/** An MCP server that an app uses on behalf of the owner, with its scopes. */
export interface Resource {
  readonly url: string;
  readonly scopes: readonly string[];
}

export interface ResourceWords {
  readonly resource: string;
  readonly resourceScopes: string;
}

/** What an app may do there; scopes by the names that the server has given them. */
export function resourceInWords({ url, scopes }: Resource, words: ResourceWords): string {
  const { host, pathname } = new URL(url);
  const server = `${host}${pathname === '/' ? '' : pathname}`;
  return fill(scopes.length > 0 ? words.resourceScopes : words.resource, { server, scopes: scopes.join(', ') });
}
