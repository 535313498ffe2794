import type { Logger } from 'pino';
import type { ClientAddress } from './client-address.ts';

/** So many clients in a row, all with one address, are one proxy. */
const SUSPICIOUS = 20;

/**
 * Says once, in the log, when all clients seem to share one address although a proxy tells them apart: then one client's wrong
 * passwords count against everybody, until TRUST_PROXY names the proxy.
 */
export function warnOfUndeclaredProxy(clientAddress: ClientAddress, log: Logger): ClientAddress {
  let settled = false;
  let peer = '';
  const claimed = new Set<string>();

  return (seenPeer, forwardedFor) => {
    const client = clientAddress(seenPeer, forwardedFor);
    if (settled) return client;
    if (seenPeer !== peer) claimed.clear();
    peer = seenPeer;
    if (forwardedFor) claimed.add(forwardedFor.slice(0, 100));
    // Whoever is told apart is told apart: the proxy is declared.
    settled = forwardedFor !== undefined && client !== clientAddress(seenPeer, undefined);
    if (!settled && claimed.size >= SUSPICIOUS) {
      settled = true;
      log.warn(
        { address: client },
        `every client seems to have the address ${client}. If that is your proxy, set TRUST_PROXY=${client}`,
      );
    }
    return client;
  };
}
