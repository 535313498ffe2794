import type { Logger } from 'pino';
import { sweepDeletions } from '../core/lifecycle/delete-account.ts';
import { sweepUnverified } from '../core/registration/remove-unverified.ts';
import type { ActiveUsers } from '../core/sign-in/active-users.ts';
import { clientNetwork } from '../http/client-address.ts';
import { repeat, type Timers } from '../lib/timers.ts';
import { countAnonymousEvents, forgetCounts } from '../store/audit/hourly-counts.ts';
import { commitUnrecorded, type SharedStore } from '../store/commit.ts';
import { anonymiseLateEvents, hasDeletedWithin } from '../store/tables/account-removal.ts';
import { deleteExpiredRows } from '../store/tables/delete-expired-rows.ts';
import { addToStatistics, forgetActiveUsers } from '../store/tables/statistics.ts';

export const INTERVAL_MS = 20_000;
/** The pause between steps, so that requests are not delayed. */
const STEP_PAUSE_MS = 50;

interface Retention {
  readonly auditKeptMs: number;
  /** 0 keeps unverified accounts. */
  readonly unverifiedKeptMs: number;
}

/** Updates statistics, deletes expired rows and aggregates old audit events. Returns true if more is left. */
export async function housekeepingStep(
  db: SharedStore,
  { auditKeptMs, unverifiedKeptMs }: Retention,
): Promise<boolean> {
  await commitUnrecorded(db, 'housekeeping', { counts: await forgetCounts(db, auditKeptMs) });
  // Before events are removed: events not in the statistics by then would be missing there for good.
  const moreToAdd = await addToStatistics(db);
  const moreActive = await forgetActiveUsers(db);
  const moreAnonymous = await countAnonymousEvents(db, clientNetwork);
  const moreToSweep = await deleteExpiredRows(db, auditKeptMs);
  const moreUnverified = unverifiedKeptMs > 0 && (await sweepUnverified(db, unverifiedKeptMs));
  const moreDeletions = await sweepDeletions(db);
  await finishDeletions(db);
  return moreToAdd || moreActive || moreAnonymous || moreToSweep || moreUnverified || moreDeletions;
}

/** Longer than any request that read an account before its deletion. */
const LATE_EVENTS_MS = 10 * 60_000;
/** Longer than the last e-mail to the owner can wait. */
const LATE_EMAILS_MS = 25 * 3_600_000;

/** Removes what concurrent requests and the database files still contain of recently deleted accounts. */
async function finishDeletions(db: SharedStore): Promise<void> {
  if (!(await hasDeletedWithin(db, LATE_EMAILS_MS))) return;
  await commitUnrecorded(db, 'of accounts that are gone', { late: anonymiseLateEvents(LATE_EVENTS_MS) });
  await db.eraseDeleted();
}

interface HousekeepingSettings extends Retention {
  readonly activeUsers: ActiveUsers;
}

/** Cleans up in the background. Returns a function that stops it. */
export const startHousekeeping = (
  db: SharedStore,
  { activeUsers, ...retention }: HousekeepingSettings,
  log: Logger,
  timers: Timers,
): (() => void) =>
  repeat(timers, INTERVAL_MS, async (stopped) => {
    try {
      await activeUsers.flush(db);
      return (await housekeepingStep(db, retention)) ? STEP_PAUSE_MS : INTERVAL_MS;
    } catch (err) {
      if (!stopped.aborted) log.warn({ err }, 'housekeeping failed, retrying');
      return INTERVAL_MS;
    }
  });
