import type { AskingClient, Client } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, type EventToRecord, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { orThrow, type RequiredStatement } from '../../store/engine/database.ts';
import { removeUnproven } from '../../store/tables/credentials.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import { removeAllOf } from '../../store/tables/ended-sessions.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { refusalOfSpentProof } from '../refusal.ts';
import { notice } from '../sign-in/describe-requester.ts';
import type { Passwords } from './password-hashing.ts';

interface PasswordReplacement {
  /** The row that was checked. If the password has changed since, nothing is replaced. */
  readonly user: User;
  readonly newPassword: string;
  /** The audit event: changed with the old password, or reset with a mailed link. */
  readonly event: 'password_changed' | 'reset_done';
  /** Statements that use up a one-time proof, such as a code, and refuse one that was used meanwhile. */
  readonly spend?: readonly RequiredStatement[];
  /** Events that record how the proof was used. */
  readonly events?: readonly EventToRecord[];
}

interface PasswordServices {
  readonly db: Store;
  readonly passwords: Passwords;
  /** Whether the owner is notified by e-mail. */
  readonly notifyPasswordChange: boolean;
}

/**
 * Replaces the password, ends every session and reset link, and enqueues the notification to the owner, in one
 * transaction. Throws Conflict if a concurrent request replaced the password first or used the proof.
 */
export async function replacePassword(
  { db, passwords, notifyPasswordChange }: PasswordServices,
  { user, newPassword, event: eventType, spend = [], events = [] }: PasswordReplacement,
  client: Client & AskingClient,
): Promise<void> {
  const newHash = await passwords.hash(newPassword, client);
  const emails = notifyPasswordChange ? [await notice('password_changed', user.email, client)] : [];
  await db.commit(
    byOwner(client.requester),
    change(
      event(eventType, user.id),
      {
        password: orThrow(users.replacePassword(user, newHash), refusalOfSpentProof(spend)),
        confirmed: eventType === 'reset_done' && users.setEmailConfirmed(user.id),
        unproven: eventType === 'reset_done' && removeUnproven(user.id),
        sessions: removeAllOf(user.id),
        // The change's link was created for the old password.
        emailChange: emailChanges.removeWaiting(user.id),
        spend,
      },
      { events, emails },
    ),
  );
}
