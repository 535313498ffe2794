import type { Requester } from '../runtime/requester.ts';
import { roughNetwork } from '../runtime/rough-network.ts';
import type { Payload } from '../store/outbox.ts';

/**
 * What an e-mail tells its reader about the request that caused it. The network only, because the requester may have mistyped the
 * address of a stranger. Never the User-Agent header: it is free text from the client.
 */
export function requestDetails({ address }: Requester): Payload {
  const network = roughNetwork(address);
  return network === undefined ? {} : { network };
}
