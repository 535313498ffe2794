import type { Database } from '../../store/engine/database.ts';
import * as sessionList from '../../store/tables/sessions-of-user.ts';
import { deviceName, readDevice } from './device-name.ts';

/** The sessions of a user that have not ended, the one used last first. */
export async function listSessionsOf(db: Database, userId: number) {
  const sessions = await sessionList.list(db, userId);
  return Promise.all(sessions.map(async ({ id, ...session }) => ({ id, ...(await describeSession(session)) })));
}

/** A session without its id, as its owner and the operator see it. */
export async function describeSession(session: Omit<sessionList.ListedSession, 'id'>) {
  const { userAgent, address, amr, createdAtMs, lastUsedAtMs } = session;
  const device = await readDevice(userAgent);
  return {
    device: deviceName(device),
    ...device,
    address,
    created_at: timestamp(createdAtMs),
    last_used_at: timestamp(lastUsedAtMs),
    ways: amr,
  };
}

const timestamp = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
