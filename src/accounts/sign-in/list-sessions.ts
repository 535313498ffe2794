import { isoTimeOrNull } from '../../lib/iso-time.ts';
import { unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { unlocated } from '../../store/tables/events.ts';
import * as sessionList from '../../store/tables/sessions-of-user.ts';
import { deviceName, readDevice } from './device-name.ts';

type ShownSession = { readonly id: string } & Awaited<ReturnType<typeof describeSession>>;

/** The active sessions of a user, most recently used first. */
export async function listSessionsOf(db: Store, userId: number): Promise<readonly ShownSession[]> {
  let sessions = await sessionList.list(db, userId);
  if (sessions.some(({ id }) => id === null)) {
    const given = sessionList.giveId(userId);
    await db.commit(unlocated(null), unrecorded('a name for what was there', { given }));
    sessions = await sessionList.list(db, userId);
  }
  return Promise.all(
    sessions.map(async ({ id, ...session }) => ({ id: id ?? '', ...(await describeSession(session)) })),
  );
}

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
