import type { Requester } from '../network/requester.ts';
import { roughNetwork } from '../network/rough-network.ts';
import type { Payload } from '../store/outbox.ts';
import { deviceParts, readKnownDevice } from './device-name.ts';

/**
 * What an e-mail tells its reader about the request that caused it. The network only, because the requester may have mistyped the
 * address of a stranger. Of the User-Agent header, which is free text from the client, only names of known browsers and systems.
 */
export async function describeRequester({ address, userAgent }: Requester): Promise<Payload> {
  const network = roughNetwork(address);
  const device = deviceParts(await readKnownDevice(userAgent)).join(', ');
  return { ...(network !== undefined && { network }), ...(device !== '' && { device }) };
}
