import { randomBytes } from 'node:crypto';
import type { Client, Requester } from '../network/requester.ts';
import * as audit from '../store/audit.ts';
import { type Database, UniqueViolation } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as outbox from '../store/outbox.ts';
import * as sessions from '../store/sessions.ts';
import * as sessionList from '../store/sessions-of-user.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { describeRequester } from './describe-requester.ts';
import type { Passwords } from './password-hashing.ts';
import { Refusal } from './refusal.ts';
import { type Reverted, revertWaysIn } from './revert-ways-in.ts';
import type { Throttle } from './throttle.ts';

/**
 * Stops the waiting change, whichever it is, and ends every session: the owner says that somebody else is logged in.
 * Without one nothing happens, so that the link cannot log its owner out again and again.
 */
export async function stopEmailChange(
  db: Database,
  { user, changeId, requester }: { readonly user: User; readonly changeId: string; readonly requester: Requester },
): Promise<void> {
  const isConfirmed = async () => {
    const change = await emailChanges.byId(db, changeId);
    return change?.userId === user.id && change.confirmedAtMs !== null;
  };
  if (await isConfirmed()) throw new Refusal('email_already_changed');
  const stopped = await db.batch([
    sessionList.lockUser(user.id),
    { ...emailChanges.removeWaiting(user.id), required: true },
    sessions.removeAllOf(user.id),
    audit.record('email_change_stopped', user.id, requester),
  ]);
  if (!stopped && (await isConfirmed())) throw new Refusal('email_already_changed');
}

interface RevertServices {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly wakeMail: () => void;
}

/**
 * Gives the account its old address back, in one transaction: ends every session and link, removes what was added since
 * some days before the change, and replaces the password by one that nobody knows; a reset link goes to the old
 * address. Later changes are reverted too. Refuses when it was reverted already.
 */
export async function revertEmailChange(
  { db, passwords, throttle, wakeMail }: RevertServices,
  { user, changeId }: { readonly user: User; readonly changeId: string },
  client: Client,
): Promise<Reverted> {
  const change = await emailChanges.byId(db, changeId);
  if (change?.userId !== user.id || change.confirmedAtMs === null) throw new Refusal('invalid_token');
  const { oldEmail } = change;
  const { requester } = client;
  const payload = await describeRequester(requester);
  const unknownPassword = await passwords.hash(randomBytes(32).toString('base64url'), client);
  // The reset e-mail counts towards the rate limit but is never refused by it: without it the owner could not log in.
  const counted = throttle.takeEmail('password_reset', oldEmail).map((take) => ({ ...take, required: false }));
  try {
    const reverted = await revertWaysIn(db, {
      change,
      user,
      requester,
      before: [users.restoreEmail(user.id, oldEmail, unknownPassword), emailChanges.hold(change.id)],
      after: [
        emailChanges.removeSince(change),
        sessions.removeAllOf(user.id),
        ...counted,
        outbox.enqueue('password_reset', oldEmail, { payload }),
        outbox.enqueue('email_change_reverted', oldEmail, { recipient: user.email, payload }),
        audit.record('email_change_reverted', user.id, requester),
      ],
    });
    if (!reverted) throw new Refusal('invalid_token');
    wakeMail();
    return reverted;
  } catch (error) {
    // The address is reserved; only an instance of the version before could have given it away.
    throw error instanceof UniqueViolation ? new Refusal('email_taken') : error;
  }
}
