import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { OPENID_SCOPES } from '../accounts/openid-scopes.ts';
import type { ResourceScopes } from '../store/openid-grants.ts';
import { isDocumentId } from './client-document.ts';

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

/** The one that agents mean who name none; older ones do not. Apps that were added have a resource of their own. */
export function defaultOf(resources: readonly McpResource[], client: Client): string | undefined {
  if (!isDocumentId(client.clientId)) return undefined;
  const [only, ...more] = resources;
  if (!only || more.length > 0) throw new errors.InvalidTarget('resource must name the MCP server that is meant');
  return only.url;
}

const AUTHORIZATION = ['authorization', 'pushed_authorization_request'];

/** Whoever asks for no scope that there is gets those of the server: the library gives no tokens without any. */
export function giveScopes({ oidc }: KoaContextWithOIDC, { scopes }: McpResource): void {
  const { params } = oidc;
  if (!params || !AUTHORIZATION.includes(oidc.route)) return;
  const known = [...OPENID_SCOPES, ...scopes];
  if ([...oidc.requestParamScopes].some((scope) => known.includes(scope))) return;
  params.scope = scopes.length > 0 ? scopes.join(' ') : 'openid';
}
