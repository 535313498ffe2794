import type { Requester } from '../runtime/requester.ts';
import type { AuditEvent } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { ClientDisconnected, HashingOverloaded, needsRehash, type Passwords } from './password-hashing.ts';
import type { Throttle } from './throttle.ts';

/** Whoever sends a password. */
export interface Guesser {
  readonly isDisconnected: boolean;
  readonly requester: Requester;
}

export interface PasswordGuess {
  /** The e-mail that wrong passwords are counted for, whether or not anybody has it. */
  readonly account: string;
  /** The account, if there is one; it may still be on its way from the database. */
  readonly user: User | undefined | Promise<User | undefined>;
  readonly password: string;
  /** What a wrong password is recorded as. */
  readonly failure: AuditEvent;
}

/**
 * The user whose password it is; undefined when it is wrong, or when nobody has that e-mail, after the same work. Every guess at a
 * password comes through here, so that all of them share one limit: throws `TooManyGuesses` beyond it, right or wrong.
 */
export async function verifyPassword(
  { throttle, passwords }: { readonly throttle: Throttle; readonly passwords: Passwords },
  { account, user: sought, password, failure }: PasswordGuess,
  guesser: Guesser,
): Promise<User | undefined> {
  const { requester } = guesser;
  const [user] = await Promise.all([sought, throttle.refuseGuessing(account, requester)]);
  const isRight = await passwords.matches(password, user, guesser);
  await throttle.judgeGuess(account, requester, isRight ? undefined : { event: failure, userId: user?.id ?? null });
  return isRight ? user : undefined;
}

/** Hashes a password that was right with today's parameters. Where there is no room for it now, the next login does it. */
export async function strengthenHash(
  { db, passwords }: { readonly db: Database; readonly passwords: Passwords },
  user: User,
  password: string,
  guesser: Guesser,
): Promise<void> {
  if (!needsRehash(user.passwordHash)) return;
  try {
    await users.rehashPassword(db, user, await passwords.hash(password, guesser));
  } catch (error) {
    if (!(error instanceof HashingOverloaded || error instanceof ClientDisconnected)) throw error;
  }
}
