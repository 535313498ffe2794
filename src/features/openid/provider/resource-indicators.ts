import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { OPENID_SCOPES } from '../../../core/openid-scopes.ts';
import type { McpResource } from '../declared/mcp-resources.ts';
import { isDocumentId } from './client-document.ts';
import { resourceOf } from './client-metadata.ts';
import { findResource } from './mcp-resources.ts';

/** The resource of a token (RFC 8707): an MCP server, or the audience of an app that an operator has added. */
export const resourceIndicators = (resources: readonly McpResource[], algorithm: string) => ({
  enabled: true,
  defaultResource: (_ctx: KoaContextWithOIDC, client: Client) => defaultOf(resources, client),
  useGrantedResource: () => true,
  getResourceServerInfo(ctx: KoaContextWithOIDC, resource: string, client: Client) {
    const server = findResource(resources, resource);
    if (server) applyDefaultScopes(ctx, server);
    else if (isDocumentId(client.clientId) || resource !== resourceOf(client)) throw new errors.InvalidTarget();
    return {
      scope: server ? server.scopes.join(' ') : (client.scope ?? ''),
      audience: server ? server.url : String(client.audience),
      accessTokenFormat: 'jwt' as const,
      jwt: { sign: { alg: algorithm as 'ES256' } },
    };
  },
});

/** An agent may omit the resource if there is only one. */
function defaultOf(resources: readonly McpResource[], client: Client): string {
  if (!isDocumentId(client.clientId)) return resourceOf(client);
  const [only, ...more] = resources;
  if (!only || more.length > 0) throw new errors.InvalidTarget('resource must name one of the MCP servers');
  return only.url;
}

const AUTHORIZATION = ['authorization', 'pushed_authorization_request'];

/** An agent that requests no known scope gets those of the server: the library issues no tokens without a scope. */
function applyDefaultScopes({ oidc }: KoaContextWithOIDC, { scopes }: McpResource): void {
  const { params } = oidc;
  if (!params || !AUTHORIZATION.includes(oidc.route)) return;
  const known = [...OPENID_SCOPES, ...scopes];
  if ([...oidc.requestParamScopes].some((scope) => known.includes(scope))) return;
  params.scope = scopes.length > 0 ? scopes.join(' ') : 'openid';
}
