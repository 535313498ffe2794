import type { Database } from '../store/database.ts';
import * as sessionList from '../store/sessions-of-user.ts';
import { type Device, deviceName, readDevice } from './device-name.ts';

/** A session as its owner and the operator see it. */
export interface SessionRepresentation extends Device {
  readonly id: string;
  /** "Firefox on Windows". */
  readonly device: string | null;
  readonly address: string | null;
  readonly created_at: string | null;
  readonly last_used_at: string | null;
  /** How its user logged in (RFC 8176). */
  readonly ways: readonly string[];
}

/** The sessions of a user that have not ended, the one used last first. */
export async function listSessionsOf(db: Database, userId: number): Promise<SessionRepresentation[]> {
  const sessions = await sessionList.list(db, userId);
  return Promise.all(sessions.map(async ({ id, ...session }) => ({ id, ...(await describeSession(session)) })));
}

/** A session without its id, in words. */
export async function describeSession({
  userAgent,
  address,
  amr,
  createdAtMs,
  lastUsedAtMs,
}: Omit<sessionList.ListedSession, 'id'>): Promise<Omit<SessionRepresentation, 'id'>> {
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
