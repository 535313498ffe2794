import { randomUUID } from 'node:crypto';
import { moveToAddress } from '../core/profile/change-email.ts';
import type { RecentLogin } from '../core/sign-in/recent-login.ts';
import { type Throttle, TOO_MANY_EMAILS } from '../core/sign-in/throttle.ts';
import { lifetimeMs } from '../declare/purposes-and-lifetimes.ts';
import { type Actor, withReason } from '../store/audit/record.ts';
import { change, event } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import * as outbox from '../store/queues/outbox.ts';
import * as emailChanges from '../store/tables/email-changes.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';

interface EmailChangeByAdmin {
  /** The row that was checked. */
  readonly user: User;
  /** The new address in canonical form. It differs from the account's address. */
  readonly newEmail: string;
}

/**
 * Requests another address for the owner: the new address gets a link to confirm, the old one a notice with a link to
 * stop the change. Neither e-mail reveals the administrator's location.
 */
export async function requestEmailChangeBy(
  { db, throttle }: { readonly db: Store; readonly throttle: Throttle },
  { user, newEmail }: EmailChangeByAdmin,
  _recent: RecentLogin,
  actor: Actor,
): Promise<void> {
  const id = randomUUID();
  const requested = change(
    event('email_change_requested', user.id),
    {
      request: emailChanges.requestByAdmin(user, id, newEmail),
      limits: [
        ...throttle.useEmailQuota('email_change_notice', user.email),
        ...throttle.useEmailQuota('email_change', newEmail),
      ],
    },
    {
      emails: [
        emailChanges.writeToNewAddress(user, { id, newEmail, language: user.language }),
        outbox.enqueue('email_change_notice', user.email, { recipient: user.email, payload: { change: id } }),
      ],
    },
  );
  if (!(await throttle.ifWithinQuota(db.commit(actor, requested)))) throw TOO_MANY_EMAILS;
}

/**
 * Changes the address without the owner's confirmation, for ADMIN_EMAIL_CHANGE=at-once. The old address gets a link to
 * revert the change, and every session of the account ends.
 */
export async function changeEmailAtOnce(
  { db }: { readonly db: Store },
  { user, newEmail }: EmailChangeByAdmin,
  reason: string,
  _recent: RecentLogin,
  actor: Actor,
): Promise<void> {
  const to = { id: randomUUID(), newEmail, sessionId: null };
  const marks = [
    users.setEmailUnconfirmed(user.id),
    emailChanges.removeWaiting(user.id),
    emailChanges.insertConfirmed(user, to.id, newEmail, lifetimeMs('email_change_revert')),
  ];
  await moveToAddress(db, actor, {
    user,
    to,
    marks,
    endsUnproven: false,
    notice: {},
    event: event('email_changed', withReason(user.id, reason)),
  });
}
