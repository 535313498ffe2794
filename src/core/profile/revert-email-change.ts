import type { Client, Requester } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import { NOTHING, orNothing, type Store } from '../../store/commit.ts';
import { orThrow, UniqueViolation } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { waysIn } from '../../store/tables/credentials.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import { removeAllOf } from '../../store/tables/ended-sessions.ts';
import * as sessionList from '../../store/tables/sessions-of-user.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { Refusal } from '../refusal.ts';
import { describeRequester } from '../sign-in/describe-requester.ts';
import type { EmailServices } from '../sign-in/throttle.ts';
import { isConfirmed } from './change-email.ts';
import { describeReverted, type Reverted, removals } from './revert-ways-in.ts';

/**
 * Stops the pending change and ends every session: the owner reports that another person is logged in. Does nothing
 * without a waiting change, so that the link cannot log its owner out repeatedly.
 */
export async function stopEmailChange(
  db: Store,
  { user, changeId, requester }: { readonly user: User; readonly changeId: string; readonly requester: Requester },
): Promise<void> {
  if (await isConfirmed(db, user, changeId)) throw new Refusal('email_already_changed');
  const stopped = change(event('email_change_stopped', user.id), {
    user: sessionList.lockUser(user.id),
    request: orThrow(emailChanges.removeWaiting(user.id), NOTHING),
    sessions: removeAllOf(user.id),
  });
  if (!(await orNothing(db.commit(byOwner(requester), stopped))) && (await isConfirmed(db, user, changeId)))
    throw new Refusal('email_already_changed');
}

/**
 * Gives the account its old address back, in one transaction: ends every session and link, removes what was added since
 * some days before the change, removes the password, and mails a reset link to the old address. Later changes are
 * reverted too. Refuses if the change was reverted already.
 */
export async function revertEmailChange(
  { db, throttle }: EmailServices,
  { user, changeId }: { readonly user: User; readonly changeId: string },
  client: Client,
): Promise<Reverted> {
  const confirmed = await emailChanges.byId(db, changeId);
  if (confirmed?.userId !== user.id || confirmed.confirmedAtMs === null) throw new Refusal('invalid_token');
  const { oldEmail } = confirmed;
  const { requester } = client;
  const payload = await describeRequester(requester);
  const reverted = change(
    event('email_change_reverted', user.id),
    {
      address: users.restoreEmail(user.id, oldEmail),
      held: orThrow(emailChanges.hold(confirmed.id), new Refusal('invalid_token')),
      ...removals(confirmed, user),
      later: emailChanges.removeSince(confirmed),
      sessions: removeAllOf(user.id),
      left: waysIn(user.id),
      // Counted by the rate limit but never refused: without this e-mail the owner could not log in.
      limit: throttle.addToEmailQuota('password_reset', oldEmail),
    },
    {
      emails: [
        outbox.enqueue('password_reset', oldEmail, { payload }),
        outbox.enqueue('email_change_reverted', oldEmail, { recipient: user.email, payload }),
      ],
    },
  );
  try {
    const { had, left } = await db.commit(byOwner(requester), reverted);
    return await describeReverted(confirmed, had, left);
  } catch (error) {
    // The address is reserved, so no other account should have it.
    throw error instanceof UniqueViolation ? new Refusal('email_taken') : error;
  }
}
