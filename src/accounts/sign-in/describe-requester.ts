import type { Requester } from '../../lib/requester.ts';
import { roughNetwork } from '../../lib/rough-network.ts';
import type { Payload } from '../../store/tables/outbox.ts';
import { deviceParts, readKnownDevice } from './device-name.ts';

/**
 * What an e-mail says about the request that caused it. Only the network, because it may go to a mistyped address; of
 * the User-Agent header, which is free text, only names of known browsers and systems.
 */
export async function describeRequester({ address, userAgent }: Requester): Promise<Payload> {
  const network = roughNetwork(address);
  const device = deviceParts(await readKnownDevice(userAgent)).join(', ');
  return { ...(network !== undefined && { network }), ...(device !== '' && { device }) };
}
