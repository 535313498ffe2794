import { removeDeclined, removeUnverified, removeWithdrawn, unverifiedFor } from '../store/account-removal.ts';
import type { Database } from '../store/database.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import type { Throttle } from './throttle.ts';

/** Small, so that no request waits for the removal. */
export const UNVERIFIED_STEP = 50;

/**
 * The owner of the mailbox did not register: the account goes, and its e-mail address and phone number are free again.
 * False when it was verified or suspended meanwhile.
 */
export const declineRegistration = async (db: Database, userId: number): Promise<boolean> =>
  (await db.batch(removeDeclined(userId))) !== undefined;

/**
 * The account goes, for whoever registered it and mistyped the address. A registration is never refused for its e-mail,
 * so this takes one from the limit of the address: otherwise somebody could register and withdraw without end, and a
 * stranger would get an e-mail each time. False when the account was verified, suspended or changed meanwhile.
 */
export async function withdrawRegistration(
  { db, throttle }: { readonly db: Database; readonly throttle: Throttle },
  user: User,
): Promise<boolean> {
  const removed = await db.batch([...throttle.takeEmail('verification', user.email), ...removeWithdrawn(user)]);
  if (removed) return true;
  const current = await users.byId(db, user.id);
  if (current?.accountStatus !== 'INACTIVE' || current.credentialVersion !== user.credentialVersion) return false;
  return throttle.refuseForEmails();
}

/** Removes the oldest accounts that nobody has verified for so long. True when there may be more. */
export async function sweepUnverified(db: Database, keptMs: number): Promise<boolean> {
  const ids = await unverifiedFor(db, keptMs, UNVERIFIED_STEP);
  for (const id of ids) await db.batch(removeUnverified(id, keptMs));
  return ids.length === UNVERIFIED_STEP;
}
