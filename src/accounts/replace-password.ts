import type { Requester } from '../runtime/requester.ts';
import * as audit from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import type { Passwords } from './password-hashing.ts';

export interface PasswordReplacement {
  /** As it was when the request was checked. */
  readonly user: User;
  readonly newPassword: string;
  /** Which way it is replaced. */
  readonly event: 'password_changed' | 'reset_done';
}

export interface PasswordServices {
  readonly db: Database;
  readonly passwords: Passwords;
  /** Whether the owner is told. */
  readonly notifyPasswordChange: boolean;
  readonly wakeMail: () => void;
}

export interface PasswordReplacer {
  readonly isDisconnected: boolean;
  readonly requester: Requester;
  readonly language: string | undefined;
}

/**
 * The new password, the end of every session and of every outstanding reset link, and the notice to the owner, in one write: whoever
 * lost the account learns of it, or nothing was changed. False when another replacement came first.
 */
export async function replacePassword(
  { db, passwords, notifyPasswordChange, wakeMail }: PasswordServices,
  { user, newPassword, event }: PasswordReplacement,
  replacer: PasswordReplacer,
): Promise<boolean> {
  const newHash = await passwords.hash(newPassword, replacer);
  const { requester, language } = replacer;
  const replaced = await db.batch([
    users.replacePassword(user, newHash),
    sessions.removeAllOf(user.id),
    audit.record(event, user.id, requester),
    ...(notifyPasswordChange ? [outbox.enqueue('password_changed', user.email, { language })] : []),
  ]);
  if (!replaced) return false;
  wakeMail();
  return true;
}
