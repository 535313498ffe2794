import { isIP } from 'node:net';

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** An address of this machine alone. IPv6 may be in brackets, as in a URL. */
export function isLoopbackAddress(host: string): boolean {
  const address = withoutBrackets(host);
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/** Whether a host is this machine, reachable only by local programs. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isLoopbackAddress(host);

/** Browsers trust plain http there. */
export const isTrustedByBrowsers = (host: string): boolean => isLoopback(host) || host.endsWith('.localhost');
