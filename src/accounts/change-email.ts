import { randomUUID } from 'node:crypto';
import type { Requester } from '../network/requester.ts';
import * as audit from '../store/audit.ts';
import { type Database, type Statement, UniqueViolation } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as outbox from '../store/outbox.ts';
import * as sessions from '../store/sessions.ts';
import * as sessionList from '../store/sessions-of-user.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { lifetimeMs } from '../tokens/purposes-and-lifetimes.ts';
import { describeRequester } from './describe-requester.ts';
import type { RecentLogin } from './recent-login.ts';
import { Refusal } from './refusal.ts';
import { type Reverted, revertWaysIn } from './revert-ways-in.ts';
import type { Throttle } from './throttle.ts';

interface EmailChangeRequest {
  /** The row that the request was checked against. */
  readonly user: User;
  /** In its canonical form, and not the address that the account has already. */
  readonly newEmail: string;
  readonly requester: Requester;
  /** Of the e-mail to the new address. The notice to the old one is in the account's own: the asker may be a thief. */
  readonly language: string | undefined;
}

/**
 * Remembers the request and writes to both addresses in one transaction: a link to confirm to the new one, a notice
 * with a link to stop it to the old one; nothing if the rate limit refuses either. Only the e-mail to a taken address
 * differs, so that nobody learns whether it is taken. False when the session has ended.
 */
export async function requestEmailChange(
  { db, throttle }: { readonly db: Database; readonly throttle: Throttle },
  { user, newEmail, requester, language }: EmailChangeRequest,
  { sessionId }: RecentLogin,
): Promise<boolean> {
  if (sessionId === undefined) return false;
  const id = randomUUID();
  const details = await describeRequester(requester);
  const written = await db.batch([
    emailChanges.request(user, sessionId, id, newEmail),
    ...throttle.takeEmail('email_change_notice', user.email),
    ...throttle.takeEmail('email_change', newEmail),
    emailChanges.writeToNewAddress(user, { id, newEmail, language }),
    outbox.enqueue('email_change_notice', user.email, { recipient: user.email, payload: { ...details, change: id } }),
    audit.record('email_change_requested', user.id, requester),
  ]);
  if (written) return true;
  const isHeldBack = await sessions.exists(db, user.id, sessionId);
  if (isHeldBack) throttle.counters.emails += 1;
  return isHeldBack;
}

/** The owner wants no change after all. False when none waits. Unlike the link to stop it, it ends no session. */
export const cancelEmailChange = async (db: Database, { id }: User, requester: Requester): Promise<boolean> =>
  (await db.batch([
    sessionList.lockUser(id),
    { ...emailChanges.removeWaiting(id), required: true },
    audit.record('email_change_cancelled', id, requester),
  ])) !== undefined;

interface EmailChangeConfirmation {
  readonly user: User;
  readonly changeId: string;
  /** The credential version that the link was made for. */
  readonly version: number | undefined;
  readonly requester: Requester;
}

interface Confirmed {
  /** When the address is one that the account had before. */
  readonly reverted: Reverted | undefined;
}

/**
 * Gives the account its new address (moveToAddress). Refuses after the request was stopped or replaced, or the password
 * was; `raced` when that happened meanwhile.
 */
export async function confirmEmailChange(
  { db, wakeMail }: { readonly db: Database; readonly wakeMail: () => void },
  { user, changeId, version, requester }: EmailChangeConfirmation,
): Promise<Confirmed | 'confirmed before' | 'raced'> {
  const change = await emailChanges.byId(db, changeId);
  if (change?.userId !== user.id) throw new Refusal('invalid_token');
  if (change.confirmedAtMs !== null) {
    // The user may have been read before a concurrent confirmation was committed.
    const current = await users.byId(db, user.id);
    if (current?.email !== change.newEmail) throw new Refusal('invalid_token');
    return 'confirmed before';
  }
  if (version !== user.credentialVersion) throw new Refusal('invalid_token');

  const written = await moveToAddress(db, {
    ...{ user, change, requester },
    marks: [emailChanges.confirm(change.id, lifetimeMs('email_change_revert'))],
    notice: await describeRequester(requester),
    event: audit.record('email_changed', user.id, requester),
  });
  if (written) wakeMail();
  return written ?? 'raced';
}

interface AddressMove {
  /** The row that was checked. */
  readonly user: User;
  /** `sessionId`: the session that stays; null: none. */
  readonly change: Pick<emailChanges.EmailChange, 'id' | 'newEmail' | 'sessionId'>;
  readonly requester: Requester;
  /** Make the row of the change that of a confirmed one. */
  readonly marks: readonly Statement[];
  /** What the e-mail to the old address tells. */
  readonly notice: outbox.Payload;
  readonly event: Statement;
}

/**
 * Gives the account its new address and the old one a link to revert it; ends its other sessions and all reset links.
 * Undefined when the password, the address, the status or the change was changed meanwhile. Refuses a taken address.
 */
export async function moveToAddress(
  db: Database,
  { user, change, requester, marks, notice, event }: AddressMove,
): Promise<Confirmed | undefined> {
  // Back to an address that is reserved for the account: nothing that followed can be reverted any more, or a thief who
  // was mailed out this way could revert it. Nor can the owner later, so what the thief added goes now.
  const wayBack = await emailChanges.confirmedFrom(db, user.id, change.newEmail);
  try {
    const before = [users.changeEmail(user, change.newEmail), ...marks];
    const after = [
      ...(wayBack ? [emailChanges.removeSince(wayBack)] : []),
      { ...sessionList.removeOthers(user.id, change.sessionId ?? ''), required: false },
      emailChanges.addressWaitingEmails(user.id, user.email),
      outbox.enqueue(wayBack ? 'email_change_reverted' : 'email_changed', change.newEmail, {
        recipient: user.email,
        payload: { ...notice, change: change.id },
      }),
      event,
    ];
    const written = wayBack
      ? await revertWaysIn(db, { change: wayBack, user, requester, before, after })
      : await db.batch([...before, ...after]);
    return written && { reverted: 'removed' in written ? written : undefined };
  } catch (error) {
    throw error instanceof UniqueViolation ? new Refusal('email_taken') : error;
  }
}
