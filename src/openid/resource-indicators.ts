import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { OPENID_SCOPES } from '../accounts/apps/openid-scopes.ts';
import { isDocumentId } from './client-document.ts';
import { resourceOf } from './client-metadata.ts';
import { findResource, type McpResource } from './mcp-resources.ts';

/** What tokens are for (RFC 8707): an MCP server, or what an app that was added has as its audience. */
export const resourceIndicators = (resources: readonly McpResource[], algorithm: string) => ({
  enabled: true,
  defaultResource: (_ctx: KoaContextWithOIDC, client: Client) => defaultOf(resources, client),
  useGrantedResource: () => true,
  getResourceServerInfo(ctx: KoaContextWithOIDC, resource: string, client: Client) {
    const server = findResource(resources, resource);
    if (server) giveScopes(ctx, server);
    else if (isDocumentId(client.clientId) || resource !== resourceOf(client)) throw new errors.InvalidTarget();
    return {
      scope: server ? server.scopes.join(' ') : (client.scope ?? ''),
      audience: server ? server.url : String(client.audience),
      accessTokenFormat: 'jwt' as const,
      jwt: { sign: { alg: algorithm as 'ES256' } },
    };
  },
});

/** Agents that name none mean the only one there is. */
function defaultOf(resources: readonly McpResource[], client: Client): string {
  if (!isDocumentId(client.clientId)) return resourceOf(client);
  const [only, ...more] = resources;
  if (!only || more.length > 0) throw new errors.InvalidTarget('resource must name the MCP server that is meant');
  return only.url;
}

const AUTHORIZATION = ['authorization', 'pushed_authorization_request'];

/** Whoever asks for no scope that there is gets those of the server: the library gives no tokens without any. */
function giveScopes({ oidc }: KoaContextWithOIDC, { scopes }: McpResource): void {
  const { params } = oidc;
  if (!params || !AUTHORIZATION.includes(oidc.route)) return;
  const known = [...OPENID_SCOPES, ...scopes];
  if ([...oidc.requestParamScopes].some((scope) => known.includes(scope))) return;
  params.scope = scopes.length > 0 ? scopes.join(' ') : 'openid';
}
