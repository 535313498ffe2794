import type { ResourceScopes } from '../store/tables/openid-grants.ts';

/** An MCP server that we give out tokens for: their `aud`, and the scopes of its own. */
export interface McpResource {
  readonly url: string;
  readonly scopes: readonly string[];
}

/** The server that a resource indicator (RFC 8707) means. A host may be written with or without the slash behind it. */
export const findResource = (resources: readonly McpResource[], indicator: string): McpResource | undefined =>
  resources.find(({ url }) => new URL(url).href === URL.parse(indicator)?.href);

/** What an app wants to use; `indicators` as the library keeps them. */
export function wantedResources(
  resources: readonly McpResource[],
  indicators: unknown,
  requested: Iterable<string>,
): ResourceScopes {
  const named = [indicators].flat().filter((one) => typeof one === 'string');
  const found = named.map((one) => findResource(resources, one)).filter((one) => one !== undefined);
  const scopes = [...requested];
  return Object.fromEntries(found.map((one) => [one.url, one.scopes.filter((scope) => scopes.includes(scope))]));
}
