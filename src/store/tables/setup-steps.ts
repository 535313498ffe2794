import { DECLARED_FEATURES } from '../../features/declarations.ts';
import { type EventSubject, ofAccount } from '../audit/record.ts';
import { query, type Reads } from '../engine/database.ts';
import { HAS_FACTOR } from './factors.ts';

const ADMINS_WITHOUT_FACTOR = query<{ found: number }>`SELECT COUNT(*) AS found FROM users
  WHERE role = 'ADMIN' AND account_status = 'ACTIVE' AND NOT (${HAS_FACTOR})`;
/** Counts administrators who log in with a password alone. */
export const adminsWithoutFactor = async (db: Reads): Promise<number> =>
  (await db.one(ADMINS_WITHOUT_FACTOR))?.found ?? 0;

const ANY_APP = DECLARED_FEATURES.flatMap(({ anyApp }) => (anyApp ? [query`${anyApp}`] : []));
/** Whether users can log in to an app with their account. */
export const hasApps = async (db: Reads): Promise<boolean> =>
  (await Promise.all(ANY_APP.map((any) => db.one(any)))).some((found) => found !== undefined);

const NEWEST_BACKUP = query<{ happened_at: number }>`SELECT happened_at FROM audit_events WHERE event = 'backup_made'
  ORDER BY id DESC LIMIT 1`;
/** The time of the last `latchkey backup`; undefined if the audit trail has none. */
export const newestBackupMs = async (db: Reads): Promise<number | undefined> =>
  (await db.one(NEWEST_BACKUP))?.happened_at;

const BACKUP_AGE = query<{ now: number; since: number }>`SELECT now() AS now, COALESCE(
  (${NEWEST_BACKUP}), (SELECT MIN(happened_at) FROM audit_events), now()) AS since`;
/** The age of the last backup; without one, the age of the audit trail. */
export async function backupAgeMs(db: Reads): Promise<number> {
  const { now, since } = (await db.one(BACKUP_AGE)) ?? { now: 0, since: 0 };
  return Math.max(0, now - since);
}

const PREFIX = 'step:';
const DECISIONS = query<{ event: string; subject: string | null }>`SELECT event, subject FROM audit_events
  WHERE event IN ('setup_step_dismissed', 'setup_step_reopened') ORDER BY id DESC LIMIT 100`;
/**
 * The steps that an administrator has dismissed. Only the audit trail records this: when the event expires
 * (AUDIT_RETENTION), the step reappears.
 */
export async function dismissedSteps(db: Reads): Promise<ReadonlySet<string>> {
  const latest = new Map<string, string>();
  for (const { event, subject } of await db.all(DECISIONS)) {
    const step = subject?.slice(PREFIX.length) ?? '';
    if (!latest.has(step)) latest.set(step, event);
  }
  return new Set([...latest].filter(([, event]) => event === 'setup_step_dismissed').map(([step]) => step));
}

/** The subject of an event about a step. */
export const ofStep = (step: string): EventSubject => ofAccount(null, `${PREFIX}${step}`);
