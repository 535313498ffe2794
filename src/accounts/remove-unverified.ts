import { removeDeclined, removeUnverified, unverifiedFor } from '../store/account-removal.ts';
import type { Database } from '../store/database.ts';

/** Small, so that no request waits for the removal. */
export const UNVERIFIED_STEP = 50;

/**
 * The owner of the mailbox did not register: the account goes, and its e-mail address and phone number are free again.
 * False when it was verified or suspended meanwhile.
 */
export const declineRegistration = async (db: Database, userId: number): Promise<boolean> =>
  (await db.batch(removeDeclined(userId))) !== undefined;

/** Removes the oldest accounts that nobody has verified for so long. True when there may be more. */
export async function sweepUnverified(db: Database, keptMs: number): Promise<boolean> {
  const ids = await unverifiedFor(db, keptMs, UNVERIFIED_STEP);
  for (const id of ids) await db.batch(removeUnverified(id, keptMs));
  return ids.length === UNVERIFIED_STEP;
}
