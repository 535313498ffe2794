import type { FaultContext } from '../../../declare/feature.ts';
import { isLoopback } from '../../../lib/loopback.ts';
import type { McpResource } from './mcp-resources.ts';

interface Addresses {
  readonly tokenAudience: string | undefined;
  readonly tokenIssuer: string;
}

/** The addresses of Latchkey, without a trailing slash, which no app's tokens may be for. */
export const ownAudiences = ({ tokenAudience, tokenIssuer }: Addresses, frontendUrl: string | undefined): string[] =>
  [tokenAudience, tokenIssuer, frontendUrl]
    .filter((address) => address !== undefined)
    .map((address) => address.replace(/\/+$/, ''));

interface Values extends Addresses {
  readonly openid: boolean;
  readonly mcpResources: readonly McpResource[];
  readonly pages: boolean;
  readonly frontendUrl: string | undefined;
}

type Fault = readonly [setting: string, fault: string] | undefined;

/** The fault of OPENID and MCP_RESOURCES in combination with other settings. */
export function faultOf(values: Values, context: FaultContext): Fault {
  const fault = faultOfResources(values, context.production);
  if (fault !== undefined) return ['MCP_RESOURCES', fault];
  if (!values.openid) return undefined;
  return values.pages ? faultOfAddress(values, context) : ['PAGES', 'must be on with OPENID=on: people log in there'];
}

function faultOfResources(values: Values, production: boolean): string | undefined {
  const { openid, mcpResources } = values;
  if (mcpResources.length === 0) return undefined;
  if (!openid) return 'cannot be used with OPENID=off';
  const own = ownAudiences(values, values.frontendUrl);
  for (const { url } of mcpResources) {
    const { protocol, hostname, href } = new URL(url);
    if (protocol === 'http:' && (production || !isLoopback(hostname)))
      return `must have https addresses; http only for localhost, in development, and not ${url}`;
    // A token for this address would be one for Latchkey itself.
    if (own.some((address) => [address, `${address}/api`].includes(href.replace(/\/+$/, ''))))
      return `must have addresses of other servers than this one, and not ${url}`;
  }
  return undefined;
}

/** TOKEN_ISSUER, or else the address of the pages, which in development may be known only once it listens. */
function faultOfAddress(values: Values, context: FaultContext): Fault {
  if (context.isGiven('TOKEN_ISSUER')) {
    const fault = faultOfIssuer(values.tokenIssuer, context);
    return fault === undefined ? undefined : ['TOKEN_ISSUER', fault];
  }
  const fault = values.frontendUrl === undefined ? undefined : faultOfIssuer(values.frontendUrl, context);
  if (fault === undefined) return undefined;
  return ['FRONTEND_URL', `${fault}, unless TOKEN_ISSUER is set to the address of the pages`];
}

function faultOfIssuer(issuer: string, { production, basePath }: FaultContext): string | undefined {
  const url = URL.parse(issuer);
  if (url === null || !/^https?:\/\/[^/]/.test(issuer)) return 'must be an https address with OPENID=on';
  if (url.protocol === 'http:' && (production || !isLoopback(url.hostname)))
    return 'must be an https address with OPENID=on; http only for localhost, in development';
  // Clients look for the discovery documents below it, and compare the issuer letter by letter.
  if ([url.origin, url.origin + basePath].includes(issuer)) return undefined;
  const path = basePath === '' ? 'without a path' : `with the path of FRONTEND_URL, ${basePath}, or none`;
  return `must be an address ${path} with OPENID=on, and without a slash at its end: ${url.origin}${basePath}`;
}
