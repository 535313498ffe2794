import { isoTimeOrNull } from '../../lib/iso-time.ts';
import type { Reads } from '../../store/engine/database.ts';
import * as sessionList from '../../store/tables/sessions-of-user.ts';
import { deviceName, readDevice } from './device-name.ts';

/** The sessions of a user that have not ended, most recently used first. */
export const listSessionsOf = async (db: Reads, userId: number) =>
  Promise.all(
    (await sessionList.list(db, userId)).map(async ({ id, ...session }) => ({
      id,
      ...(await describeSession(session)),
    })),
  );

/** A session without its id, as shown to its owner and the operator. */
export async function describeSession(session: Omit<sessionList.ListedSession, 'id'>) {
  const { userAgent, address, amr, createdAtMs, lastUsedAtMs } = session;
  const device = await readDevice(userAgent);
  return {
    device: deviceName(device),
    ...device,
    address,
    created_at: isoTimeOrNull(createdAtMs),
    last_used_at: isoTimeOrNull(lastUsedAtMs),
    ways: amr,
  };
}
