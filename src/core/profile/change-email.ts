import { randomUUID } from 'node:crypto';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import type { Requester } from '../../lib/requester.ts';
import { type Actor, byOwner } from '../../store/audit/record.ts';
import { change, type EventToRecord, event } from '../../store/change.ts';
import { NOTHING, orNothing, type Store } from '../../store/commit.ts';
import { orThrow, type Reads, type Statement, UniqueViolation } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { removeUnproven, setSessionsUnproven, waysIn } from '../../store/tables/credentials.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import { removeOthers } from '../../store/tables/ended-sessions.ts';
import * as sessionList from '../../store/tables/sessions-of-user.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { Refusal } from '../refusal.ts';
import { describeRequester } from '../sign-in/describe-requester.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import { describeReverted, describeWaysIn, type Reverted, removals } from './revert-ways-in.ts';

interface EmailChangeRequest {
  /** The row that was checked. */
  readonly user: User;
  /** The new address in canonical form. It differs from the account's address. */
  readonly newEmail: string;
  readonly requester: Requester;
  /** The language of the first e-mail. The notice uses the account's language: the sender may be a thief. */
  readonly language: string | undefined;
}

/**
 * Stores the request and writes to both addresses in one transaction: a link to confirm to the new one, a notice with a
 * link to stop it to the old one; neither if the rate limit refuses one. Only the e-mail to a taken address differs, so
 * that nobody learns whether it is taken. Throws Conflict if the session has ended.
 */
export async function requestEmailChange(
  { db, throttle }: { readonly db: Store; readonly throttle: Throttle },
  { user, newEmail, requester, language }: EmailChangeRequest,
  { sessionId = '' }: RecentLogin,
): Promise<void> {
  const id = randomUUID();
  const details = await describeRequester(requester);
  const requested = change(
    event('email_change_requested', user.id),
    {
      request: emailChanges.request(user, sessionId, id, newEmail),
      limits: [
        ...throttle.useEmailQuota('email_change_notice', user.email),
        ...throttle.useEmailQuota('email_change', newEmail),
      ],
    },
    {
      emails: [
        emailChanges.writeToNewAddress(user, { id, newEmail, language }),
        outbox.enqueue('email_change_notice', user.email, {
          recipient: user.email,
          payload: { ...details, change: id },
        }),
      ],
      isDiscreet: true,
    },
  );
  await throttle.ifWithinQuota(db.commit(byOwner(requester), requested));
}

/** Cancels a waiting change, if any. Unlike the link to stop it, this ends no session. */
export const cancelEmailChange = (db: Store, { id }: User, requester: Requester) =>
  orNothing(
    db.commit(
      byOwner(requester),
      change(event('email_change_cancelled', id), {
        user: sessionList.lockUser(id),
        request: orThrow(emailChanges.removeWaiting(id), NOTHING),
      }),
    ),
  );

interface EmailChangeConfirmation {
  readonly user: User;
  readonly changeId: string;
  /** The credential version for which the link was created. */
  readonly version: number | undefined;
  readonly requester: Requester;
}

/** The remaining credentials, and the removed ones if the account had this address before. */
type Confirmed = Pick<Reverted, 'kept'> & Partial<Reverted>;

/** The change that the link confirms. Refuses if it was stopped or replaced, or the password was replaced. */
export async function findConfirmable(
  db: Reads,
  { user, changeId, version }: Omit<EmailChangeConfirmation, 'requester'>,
): Promise<emailChanges.EmailChange | 'confirmed before'> {
  const emailChange = await emailChanges.byId(db, changeId);
  if (emailChange?.userId !== user.id) throw new Refusal('invalid_token');
  if (emailChange.confirmedAtMs !== null) {
    // The user may have been read before a concurrent confirmation was committed.
    const current = await users.byId(db, user.id);
    if (current?.email !== emailChange.newEmail) throw new Refusal('invalid_token');
    return 'confirmed before';
  }
  if (version !== user.credentialVersion) throw new Refusal('invalid_token');
  return emailChange;
}

/** Whether the change was confirmed and can still be reverted. */
export async function isConfirmed(db: Reads, { id }: User, changeId: string): Promise<boolean> {
  const emailChange = await emailChanges.byId(db, changeId);
  return emailChange?.userId === id && emailChange.confirmedAtMs !== null;
}

/** Gives the account its new address (moveToAddress). */
export async function confirmEmailChange(
  { db }: { readonly db: Store },
  { requester, ...link }: EmailChangeConfirmation,
): Promise<Confirmed | 'confirmed before'> {
  const { user } = link;
  const emailChange = await findConfirmable(db, link);
  if (emailChange === 'confirmed before') return emailChange;
  return moveToAddress(db, byOwner(requester), {
    user,
    to: emailChange,
    marks: [emailChanges.confirm(emailChange.id, lifetimeMs('email_change_revert'))],
    // Otherwise the owner of the mailbox has only confirmed what another person requested, as after a registration.
    endsUnproven: emailChange.isUnproven === 0,
    notice: await describeRequester(requester),
    event: event('email_changed', user.id),
  });
}

interface AddressMove {
  /** The row that was checked. */
  readonly user: User;
  /** `sessionId`: the session that stays; null: none. */
  readonly to: Pick<emailChanges.EmailChange, 'id' | 'newEmail' | 'sessionId'>;
  /** Whether a proven login or an administrator named the address whose mailbox was proven. */
  readonly endsUnproven: boolean;
  /** Statements that mark the change as confirmed. */
  readonly marks: readonly Statement[];
  /** The contents of the e-mail to the old address. */
  readonly notice: outbox.Payload;
  readonly event: EventToRecord;
}

/**
 * Gives the account its new address, and the old one a link to revert; ends its other sessions and all reset links.
 * Throws Conflict if the password, the address, the status or the request was changed meanwhile. Refuses a taken
 * address.
 */
export async function moveToAddress(
  db: Store,
  actor: Actor,
  { user, to, marks, endsUnproven, notice, event }: AddressMove,
): Promise<Confirmed> {
  // The account returns to an address reserved for it. Changes since then can no longer be reverted: a thief could
  // revert this one. The owner cannot revert them either, so credentials added by a thief are removed now.
  const wayBack = await emailChanges.confirmedFrom(db, user.id, to.newEmail);
  const moved = change(
    event,
    {
      user: sessionList.lockUser(user.id),
      unproven: endsUnproven && removeUnproven(user.id),
      address: users.changeEmail(user, to.newEmail),
      begun: setSessionsUnproven(user.id),
      marks,
      ...(wayBack && removals(wayBack, user)),
      later: wayBack && emailChanges.removeSince(wayBack),
      sessions: removeOthers(user.id, to.sessionId ?? ''),
      waitingEmails: emailChanges.addressWaitingEmails(user.id, user.email),
      left: waysIn(user.id),
    },
    {
      emails: [
        outbox.enqueue(wayBack ? 'email_change_reverted' : 'email_changed', to.newEmail, {
          recipient: user.email,
          payload: { ...notice, change: to.id },
        }),
      ],
    },
  );
  try {
    const { had = [], left } = await db.commit(actor, moved);
    return wayBack ? await describeReverted(wayBack, had, left) : { kept: await describeWaysIn(left) };
  } catch (error) {
    throw error instanceof UniqueViolation ? new Refusal('email_taken') : error;
  }
}
