import type { Requester } from '../../lib/requester.ts';
import { roughNetwork } from '../../lib/rough-network.ts';
import type { Reads, Statement } from '../../store/engine/database.ts';
import * as audit from '../../store/tables/audit.ts';
import * as outbox from '../../store/tables/outbox.ts';
import type { User } from '../../store/tables/user.ts';
import { describeRequester } from './describe-requester.ts';
import { deviceParts, readDevice } from './device-name.ts';

/** As many logins of the audit trail are looked at. */
const LATEST_LOGINS = 200;

/**
 * The e-mail about a login from a new device (NOTIFY_NEW_DEVICE), for the batch of that login. A device is known when
 * an earlier login in the audit trail came from the same browser, system and network. The first login is no news.
 */
export async function newDeviceNotice(
  db: Reads,
  user: User,
  requester: Requester,
  language: string | undefined,
): Promise<Statement[]> {
  const before = await audit.latestRequesters(db, 'logged_in', user.id, LATEST_LOGINS);
  const key = await identify(requester);
  for (const one of before) if ((await identify(one)) === key) return [];
  if (before.length === 0) return [];
  return [outbox.enqueue('new_device', user.email, { language, payload: await describeRequester(requester) })];
}

/** Tells devices apart: browser or app, system and network. */
async function identify({ userAgent, address }: Requester): Promise<string> {
  return JSON.stringify([deviceParts(await readDevice(userAgent)), roughNetwork(address) ?? null]);
}
