import { isLoopback } from '../lib/loopback.ts';

/** The fault of the issuer address for OpenID clients, or undefined. */
export function faultOfIssuer(issuer: string, production: boolean, basePath: string): string | undefined {
  const url = URL.parse(issuer);
  if (url === null || !/^https?:\/\/[^/]/.test(issuer)) return 'must be an https address with OPENID=on';
  if (url.protocol === 'http:' && (production || !isLoopback(url.hostname)))
    return 'must be an https address with OPENID=on; http only for localhost, in development';
  // Clients look for the discovery documents below it, and compare the issuer letter by letter.
  if ([url.origin, url.origin + basePath].includes(issuer)) return undefined;
  const path = basePath === '' ? 'without a path' : `with the path of FRONTEND_URL, ${basePath}, or none`;
  return `must be an address ${path} with OPENID=on, and without a slash at its end: ${url.origin}${basePath}`;
}
