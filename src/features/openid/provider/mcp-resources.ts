import type { ResourceScopes } from '../apps/grant-table.ts';
import type { McpResource } from '../declared/mcp-resources.ts';

/** The server that a resource indicator (RFC 8707) names. The slash after a bare host is optional. */
export const findResource = (resources: readonly McpResource[], indicator: string): McpResource | undefined =>
  resources.find(({ url }) => new URL(url).href === URL.parse(indicator)?.href);

/** The resources that an app requests; `indicators` as stored by the library. */
export function wantedResources(
  resources: readonly McpResource[],
  indicators: unknown,
  requested: Iterable<string>,
): ResourceScopes {
  const named = [indicators].flat().filter((indicator) => typeof indicator === 'string');
  const found = named
    .map((indicator) => findResource(resources, indicator))
    .filter((indicator) => indicator !== undefined);
  const scopes = [...requested];
  return Object.fromEntries(
    found.map((resource) => [resource.url, resource.scopes.filter((scope) => scopes.includes(scope))]),
  );
}
