import type { Requester } from '../../lib/requester.ts';
import { roughNetwork } from '../../lib/rough-network.ts';
import type { Payload } from '../../store/tables/outbox.ts';
import { deviceParts, readKnownDevice } from './device-name.ts';

/**
 * Describes in an e-mail the request that caused it. It may go to a mistyped address, so it names only the network. The
 * User-Agent header is free text, so it names only known browsers and systems.
 */
export async function describeRequester({ address, userAgent }: Requester): Promise<Payload> {
  const network = roughNetwork(address);
  const device = deviceParts(await readKnownDevice(userAgent)).join(', ');
  return { ...(network !== undefined && { network }), ...(device !== '' && { device }) };
}
