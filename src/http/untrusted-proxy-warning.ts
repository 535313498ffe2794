import type { Logger } from 'pino';
import type { ClientAddress } from './client-address.ts';

/** A peer that sends this many different X-Forwarded-For values in a row is a proxy. */
const MIN_FORWARDED_CLIENTS = 20;

/**
 * Logs one warning if every request comes through a proxy that TRUST_PROXY does not list. All clients then share the
 * proxy's address, so one client's wrong passwords use up everybody's rate limit.
 */
export function warnOfUntrustedProxy(clientAddress: ClientAddress, log: Logger): ClientAddress {
  let isDecided = false;
  let lastPeer = '';
  const forwardedClients = new Set<string>();

  return (peer, forwardedFor) => {
    const client = clientAddress(peer, forwardedFor);
    if (isDecided) return client;
    if (peer !== lastPeer) forwardedClients.clear();
    lastPeer = peer;
    if (forwardedFor) forwardedClients.add(forwardedFor.slice(0, 100));
    // X-Forwarded-For changes the client's address, so the proxy is trusted and there is nothing to warn of.
    isDecided = forwardedFor !== undefined && client !== clientAddress(peer, undefined);
    if (!isDecided && forwardedClients.size >= MIN_FORWARDED_CLIENTS) {
      isDecided = true;
      log.warn(
        { address: client },
        `every client seems to have the address ${client}. If that is your proxy, set TRUST_PROXY=${client}`,
      );
    }
    return client;
  };
}
