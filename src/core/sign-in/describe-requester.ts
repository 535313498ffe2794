import { coarseNetwork } from '../../lib/coarse-network.ts';
import type { AskingClient, Requester } from '../../lib/requester.ts';
import type { Statement } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { deviceParts, readKnownDevice } from './device-name.ts';

/**
 * Describes in an e-mail the request that caused it. It may go to a mistyped address, so it names only the network. The
 * User-Agent header is free text, so it names only known browsers and systems.
 */
export async function describeRequester({ address, userAgent }: Requester): Promise<outbox.Payload> {
  const network = coarseNetwork(address);
  const device = deviceParts(await readKnownDevice(userAgent)).join(', ');
  return { ...(network !== undefined && { network }), ...(device !== '' && { device }) };
}

/** An e-mail about a request to the owner of an account. */
export const notice = async (
  kind: outbox.EmailKind,
  email: string,
  { requester, language }: AskingClient,
): Promise<Statement> => outbox.enqueue(kind, email, { language, payload: await describeRequester(requester) });
