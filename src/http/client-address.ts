import { isIP, SocketAddress } from 'node:net';
import { isWithin } from '../lib/is-within.ts';

/** The client's IP address. X-Forwarded-For counts only from a trusted proxy (TRUST_PROXY). */
export type ClientAddress = (peer: string, forwardedFor: string | undefined) => string;

/** `isSocket`: the service listens on a Unix socket, so every peer is a proxy on this machine and has no address. */
export function createClientAddress(trustedProxies: readonly string[], isSocket = false): ClientAddress {
  const isTrusted = isWithin(trustedProxies);

  return (peer, forwardedFor) => {
    let client = unmapped(peer);
    if (!forwardedFor || !(isSocket || (trustedProxies.length > 0 && isTrusted(client)))) return client;
    // From right to left: each proxy appends the address it saw, and only entries that a trusted proxy appended count.
    for (const hop of forwardedFor.split(',').reverse()) {
      const address = unmapped(withoutPort(hop.trim()));
      if (isIP(address) === 0) return client;
      client = address;
      if (!isTrusted(client)) return client;
    }
    return client;
  };
}

/** Whether a connection comes from a trusted proxy. */
export function createTrustedPeer(trustedProxies: readonly string[], isSocket: boolean) {
  const isTrusted = isWithin(trustedProxies);
  return (peer: string | undefined): boolean =>
    isSocket || (trustedProxies.length > 0 && peer !== undefined && isTrusted(unmapped(peer)));
}

/** Some proxies append the port: `203.0.113.1:5678`, `[2001:db8::1]:5678`. IPv6 without brackets has no port. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/.exec(hop) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : '';
  return plain ?? hop;
}

/** Turns an IPv4-mapped IPv6 address (`::ffff:203.0.113.1`, from a dual-stack socket) into the IPv4 address. */
export function unmapped(address: string): string {
  if (isIP(address) !== 6) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(canonical)?.[1] ?? canonical;
}

/** The unit that rate limits count: an IPv4 address or an IPv6 /64, of which a subscriber can use any address. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...middle, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
