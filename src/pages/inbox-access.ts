import { isIP } from 'node:net';
import { ApiError } from '../http/api-error.ts';
import { isWithin } from '../http/client-address.ts';
import { CrossSiteRequest, DistantClient, ForeignHost } from '../http/errors.ts';
import type { HttpRequest } from '../http/request.ts';

/**
 * Refuses a request for the developer's inbox under a name that is not ours. A site that a developer visits can make its own name
 * lead to this machine (DNS rebinding) and would then read the inbox as if it were its own. An IP address cannot be taken over so.
 */
export function refuseForeignHost(host: string | undefined, ownNames: readonly string[]): void {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  if (isAddress || name === 'localhost' || name.endsWith('.localhost') || ownNames.includes(name)) return;
  throw new ApiError(ForeignHost);
}

/**
 * Refuses a change that the page of another origin asks for (CSRF): the inbox has no login that such a page would lack. Browsers say where a
 * request comes from in Sec-Fetch-Site, which no page can set; older ones in Origin only. Programs send neither.
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
 * Refuses clients of other machines, who could read the links to every account: a service that listens on all addresses, in a container or for a test on a
 * phone, has the inbox too. Both whoever is connected and whoever a trusted proxy speaks for must be near: one of them alone could be made up.
 */
export function createNearness(networks: readonly string[]): (request: HttpRequest) => void {
  const isNear = isWithin([...LOOPBACK, ...networks]);
  return ({ peerAddress, requester: { address } }) => {
    if (!isNear(peerAddress) || !isNear(address ?? '')) throw new ApiError(DistantClient);
  };
}
