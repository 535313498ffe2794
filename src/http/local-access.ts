import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isWithin } from '../lib/is-within.ts';
import { ApiError } from './api-error.ts';
import { createTrustedPeer } from './client-address.ts';
import { CrossSiteRequest, ForeignHost, ForwardedRequest, RemoteClient } from './errors.ts';
import type { HttpRequest } from './request.ts';

export interface LocalAccessSettings {
  /** Networks with access besides this machine (INBOX_NETWORKS). */
  readonly networks: readonly string[];
  /** Proxies whose X-Forwarded-For counts (TRUST_PROXY). */
  readonly trustedProxies: readonly string[];
  /** The host names of the deployment. */
  readonly hostNames: () => readonly string[];
}

/** Protects endpoints without a login: refuses everyone except programs and browsers of this machine. */
export function createLocalAccess(settings: LocalAccessSettings): (request: HttpRequest) => void {
  const refuseRemote = createRemoteCheck(settings);
  return (request) => {
    const name = hostName(request);
    refuseForeignHost(name, settings.hostNames());
    refuseRemote(request, name);
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseCrossSite(request);
  };
}

const hostName = (request: HttpRequest): string => URL.parse(`http://${request.header('host')}`)?.hostname ?? '';
const isLocalName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');
/** RFC 6761: nobody can register a name below these. */
const isReserved = (name: string): boolean => isLocalName(name) || name.endsWith('.test');
const addressOf = (name: string): string => name.replace(/^\[|\]$/g, '');

/**
 * A site that a developer visits can make its own name resolve to this machine (DNS rebinding). An IP address cannot be
 * hijacked this way.
 */
function refuseForeignHost(name: string, ownNames: readonly string[]): void {
  if (isIP(addressOf(name)) !== 0 || isLocalName(name) || ownNames.includes(name)) return;
  throw new ApiError(ForeignHost);
}

/**
 * Refuses a change requested by a page of another origin (CSRF). Browsers state the source of a request in
 * Sec-Fetch-Site, older ones only in Origin; programs send neither.
 */
function refuseCrossSite(request: HttpRequest): void {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  const isOwn =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === request.header('host')?.toLowerCase()
      : site === 'same-origin';
  if (!isOwn) throw new ApiError(CrossSiteRequest);
}

const LOOPBACK = ['127.0.0.0/8', '::1'];

/** Headers that proxies, tunnels and content networks add, and browsers and programs do not. */
const FORWARDING = new RegExp(
  `^(?:${[
    '.*forwarded.*',
    'via',
    'cdn-loop',
    '.+-\\w*ip',
    '.+-addr',
    'x-(?:original|proxy|envoy|amzn|arr)-.+',
    'x-(?:host|scheme)',
    'front-end-https',
    '(?:cf|ngrok|tailscale|fly)-.+',
  ].join('|')})$`,
);
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name));

/**
 * A client of another machine may connect directly if the service listens on all addresses, or through a proxy or a
 * tunnel on this machine, whose address is local. Only a trusted proxy identifies the client; both addresses are
 * checked then, because either could be forged. A tunnel may add no header, but keeps its public host name.
 */
function createRemoteCheck({ networks, trustedProxies }: LocalAccessSettings) {
  const isLoopback = isWithin(LOOPBACK);
  const isListed = isWithin(networks);
  const isLocal = (address: string) => isLoopback(address) || isListed(address);
  const isTrustedPeer = createTrustedPeer(trustedProxies, false);
  return ({ peerAddress, requester, headers }: HttpRequest, name: string): void => {
    if (!isLocal(peerAddress) || !isLocal(requester.address ?? '')) throw new ApiError(RemoteClient);
    if (isTrustedPeer(peerAddress) && headers['x-forwarded-for'] !== undefined) return;
    const isReachedHere = isReserved(name) || isLoopback(addressOf(name)) || isListed(peerAddress);
    if (isForwarded(headers) || !isReachedHere) throw new ApiError(ForwardedRequest);
  };
}
