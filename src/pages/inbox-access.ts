import { isIP } from 'node:net';
import { ApiError } from '../http/api-error.ts';
import { CrossSiteRequest, DistantClient, ForeignHost } from '../http/errors.ts';
import type { HttpRequest } from '../http/request.ts';
import { isWithin } from '../network/is-within.ts';

/**
 * Refuses a request for the developer's inbox under a foreign name: a site that a developer visits can make its own
 * name lead to this machine (DNS rebinding) and read the inbox. An IP address cannot be taken over so.
 */
export function refuseForeignHost(host: string | undefined, ownNames: readonly string[]): void {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  if (isAddress || name === 'localhost' || name.endsWith('.localhost') || ownNames.includes(name)) return;
  throw new ApiError(ForeignHost);
}

/**
 * Refuses a change asked for by a page of another origin (CSRF): the inbox has no login. Browsers say where a request
 * comes from in Sec-Fetch-Site, older ones in Origin only; programs send neither.
 */
export function refuseCrossSite(request: HttpRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const isOwn =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === request.header('host')?.toLowerCase()
      : site === 'same-origin';
  if (!isOwn) throw new ApiError(CrossSiteRequest);
}

const LOOPBACK = ['127.0.0.0/8', '::1'];

/**
 * Refuses clients of other machines, who could read the links to every account where the service listens on all
 * addresses. Both the connected client and the one a trusted proxy names must be near: one could be made up.
 */
export function createNearness(networks: readonly string[]): (request: HttpRequest) => void {
  const isNear = isWithin([...LOOPBACK, ...networks]);
  return ({ peerAddress, requester: { address } }) => {
    if (!isNear(peerAddress) || !isNear(address ?? '')) throw new ApiError(DistantClient);
  };
}
