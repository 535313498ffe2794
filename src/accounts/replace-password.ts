import type { Client } from '../network/requester.ts';
import * as audit from '../store/audit.ts';
import type { Database, Statement } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as outbox from '../store/outbox.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { describeRequester } from './describe-requester.ts';
import type { Passwords } from './password-hashing.ts';

interface PasswordReplacement {
  /** The row that the request was checked against; if the password changed since, nothing is replaced. */
  readonly user: User;
  readonly newPassword: string;
  /** The audit event: changed with the old password, or reset with a mailed link. */
  readonly event: 'password_changed' | 'reset_done';
  /** Statements that consume a one-time proof, such as a code. Each must return a row, or nothing is replaced. */
  readonly spend?: readonly Statement[];
  /** Statements that record how the proof was used. */
  readonly also?: readonly Statement[];
}

interface PasswordServices {
  readonly db: Database;
  readonly passwords: Passwords;
  /** Whether the owner is notified by e-mail. */
  readonly notifyPasswordChange: boolean;
  readonly wakeMail: () => void;
}

/**
 * Replaces the password, ends every session and reset link, and enqueues the notification to the owner, in one
 * transaction. False when a concurrent request replaced the password first, or consumed the proof.
 */
export async function replacePassword(
  { db, passwords, notifyPasswordChange, wakeMail }: PasswordServices,
  { user, newPassword, event, spend = [], also = [] }: PasswordReplacement,
  client: Client & { readonly language: string | undefined },
): Promise<boolean> {
  const newHash = await passwords.hash(newPassword, client);
  const { requester, language } = client;
  const payload = notifyPasswordChange ? await describeRequester(requester) : {};
  const replaced = await db.batch([
    users.replacePassword(user, newHash),
    ...(event === 'reset_done' ? [users.setEmailConfirmed(user.id)] : []),
    sessions.removeAllOf(user.id),
    // Its link was made for the old password.
    emailChanges.removeWaiting(user.id),
    ...spend.map((statement) => ({ ...statement, required: true })),
    audit.record(event, user.id, requester),
    ...also,
    ...(notifyPasswordChange ? [outbox.enqueue('password_changed', user.email, { language, payload })] : []),
  ]);
  if (!replaced) return false;
  wakeMail();
  return true;
}
