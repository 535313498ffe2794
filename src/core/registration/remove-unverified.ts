import type { Requester } from '../../lib/requester.ts';
import { type Actor, byOwner, withoutAddress } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import { NOTHING, orNothing, type Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import {
  removeInvited,
  removeUnverified,
  removeUnverifiedFor,
  removeWithdrawn,
  unverifiedFor,
} from '../../store/tables/account-removal.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';
import { type Throttle, TOO_MANY_EMAILS } from '../sign-in/throttle.ts';

/** Small, so that no request waits for the removal. */
export const UNVERIFIED_STEP = 50;

/**
 * The owner of the mailbox did not register: removes the account, and frees its e-mail address and phone number. Events
 * keep the client address of the registration.
 */
export const declineRegistration = (db: Store, userId: number) =>
  db.commit(withoutAddress(null), change(event('declined', userId), { account: removeUnverified(userId) }));

/**
 * Removes the account of a user who mistyped the address. Counts towards the address's limit of e-mails, which a
 * registration never exceeds: otherwise repeated registrations and withdrawals could flood a stranger's mailbox.
 */
export const withdrawal = (throttle: Pick<Throttle, 'useEmailQuota'>, user: User) => ({
  event: event('registration_withdrawn', user.id),
  steps: { emailsToIt: throttle.useEmailQuota('verification', user.email), withdrawn: removeWithdrawn(user) },
});

export async function withdrawRegistration(
  { db, throttle }: { readonly db: Store; readonly throttle: Throttle },
  user: User,
): Promise<void> {
  const { event, steps } = withdrawal(throttle, user);
  if (!(await throttle.ifWithinQuota(db.commit(withoutAddress(null), change(event, steps))))) throw TOO_MANY_EMAILS;
}

/**
 * Records the attempt: otherwise a stolen password could be tried on verified accounts unnoticed, without the notice
 * that a login sends.
 */
export const recordRefusedWithdrawal = (db: Store, userId: number, requester: Requester) =>
  db.commit(byOwner(requester), change(event('withdrawal_refused', userId), {}));

const NOT_INVITED = new Refusal('invitation_not_found');

/** Removes the account, which was never used. Its address is free again. */
export const cancelInvitation = (db: Store, { id }: User, actor: Actor) =>
  db.commit(actor, change(event('invitation_cancelled', id), { account: orThrow(removeInvited(id), NOT_INVITED) }));

/** Removes the oldest accounts that were not verified within that time. True if there may be more. */
export async function sweepUnverified(db: Store, keptMs: number): Promise<boolean> {
  const ids = await unverifiedFor(db, keptMs, UNVERIFIED_STEP);
  for (const id of ids) {
    const account = orThrow(removeUnverifiedFor(id, keptMs), NOTHING);
    await orNothing(db.commit(withoutAddress(null), change(event('unverified_removed', id), { account })));
  }
  return ids.length === UNVERIFIED_STEP;
}
