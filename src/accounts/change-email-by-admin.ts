import { randomUUID } from 'node:crypto';
import { StacklessError } from '../stackless-error.ts';
import { type Actor, recordBy, recordWithReason } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as outbox from '../store/outbox.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { lifetimeMs } from '../tokens/purposes-and-lifetimes.ts';
import { moveToAddress } from './change-email.ts';
import type { RecentLogin } from './recent-login.ts';
import type { Throttle } from './throttle.ts';

interface Services {
  readonly db: Database;
  readonly throttle: Throttle;
  readonly wakeMail: () => void;
}

interface EmailChangeByAdmin {
  /** The row that was checked. */
  readonly user: User;
  /** In its canonical form, and not the address that the account has already. */
  readonly newEmail: string;
}

/** Tells what the limit holds back from what a concurrent change of the account does. */
const HELD_BACK = new StacklessError('too many e-mails');

/**
 * Asks for another address in place of the owner: a link to confirm goes to the new one, a notice with a link to stop
 * it to the old one. Neither tells where the administrator sits. False when the account was changed meanwhile.
 */
export async function requestEmailChangeBy(
  { db, throttle, wakeMail }: Services,
  { user, newEmail }: EmailChangeByAdmin,
  _recent: RecentLogin,
  actor: Actor,
): Promise<boolean> {
  const id = randomUUID();
  const taken = [
    ...throttle.takeEmail('email_change_notice', user.email),
    ...throttle.takeEmail('email_change', newEmail),
  ];
  const written = await db
    .batch([
      emailChanges.requestByAdmin(user, id, newEmail),
      ...taken.map((take) => ({ ...take, required: HELD_BACK })),
      emailChanges.writeToNewAddress(user, { id, newEmail, language: user.language }),
      outbox.enqueue('email_change_notice', user.email, { recipient: user.email, payload: { change: id } }),
      recordBy(actor, 'email_change_requested', user.id),
    ])
    .catch((error: unknown) => (error === HELD_BACK ? throttle.refuseForEmails() : Promise.reject(error)));
  if (!written) return false;
  wakeMail();
  return true;
}

/**
 * Changes the address without the owner's confirmation, for ADMIN_EMAIL_CHANGE=at-once; the old address gets the link
 * to revert it, and every session of the account ends. False when the account was changed meanwhile.
 */
export async function changeEmailAtOnce(
  { db, wakeMail }: Services,
  { user, newEmail }: EmailChangeByAdmin,
  reason: string,
  _recent: RecentLogin,
  actor: Actor,
): Promise<boolean> {
  const change = { id: randomUUID(), newEmail, sessionId: null };
  const marks = [
    users.setEmailUnconfirmed(user.id),
    emailChanges.removeWaiting(user.id),
    emailChanges.insertConfirmed(user, change.id, newEmail, lifetimeMs('email_change_revert')),
  ];
  const event = recordWithReason(actor, 'email_changed', user.id, reason);
  const moved = await moveToAddress(db, { user, change, requester: actor.requester, marks, notice: {}, event });
  if (!moved) return false;
  wakeMail();
  return true;
}
