import type { McpResource } from '../config/mcp-resources.ts';
import type { ResourceScopes } from '../store/tables/openid-grants.ts';

/** The server that a resource indicator (RFC 8707) names. The slash after a bare host is optional. */
export const findResource = (resources: readonly McpResource[], indicator: string): McpResource | undefined =>
  resources.find(({ url }) => new URL(url).href === URL.parse(indicator)?.href);

/** What an app wants to use; `indicators` as stored by the library. */
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
