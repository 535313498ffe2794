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

/** The permissions of an app at an MCP server; scopes by the server's names. */
export function describeResource({ url, scopes }: Resource, words: ResourceWords): string {
  const { host, pathname } = new URL(url);
  const server = `${host}${pathname === '/' ? '' : pathname}`;
  return fill(scopes.length > 0 ? words.resourceScopes : words.resource, { server, scopes: scopes.join(', ') });
}
