import type { Client } from '../../lib/requester.ts';
import type { AuditEvent } from '../../store/audit/event-types.ts';
import { byOwner } from '../../store/audit/record.ts';
import { unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { isRefusal } from '../refusal.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import { ClientDisconnected, type Passwords } from './password-hashing.ts';

/** The account, and the decoy hash to verify if there is none. */
interface Lookup {
  readonly user: User | undefined;
  readonly decoyHash?: string | undefined;
}

interface PasswordGuess {
  /** The e-mail address that wrong passwords are counted for, whether or not the account exists. */
  readonly account: string;
  /** The account, or a promise of it, so that the query runs while the rate limit is checked. */
  readonly lookup: Lookup | Promise<Lookup>;
  readonly password: string;
  /** The audit event of a wrong password. */
  readonly failure: AuditEvent;
}

/**
 * The only function that checks a password, so that every guess counts towards one limit. Returns undefined for a wrong
 * password or unknown account, after the same work. Beyond the limit it refuses right passwords too.
 */
export async function verifyPassword(
  { throttle, passwords }: { readonly throttle: Throttle; readonly passwords: Passwords },
  { account, lookup, password, failure }: PasswordGuess,
  client: Client,
): Promise<User | undefined> {
  const { requester } = client;
  const [{ user, decoyHash }] = await Promise.all([lookup, throttle.refuseIfBlocked(account, requester)]);
  const isRight = await passwords.matches(password, user, client, decoyHash);
  await throttle.recordGuess(account, requester, isRight ? undefined : { event: failure, userId: user?.id ?? null });
  return isRight ? user : undefined;
}

/** Upgrades an old hash after a successful login. Skipped if the hashing queue is full; the next login retries. */
export async function rehashIfOutdated(
  { db, passwords }: { readonly db: Store; readonly passwords: Passwords },
  user: User,
  password: string,
  client: Client,
): Promise<void> {
  if (user.passwordHash === null || !passwords.needsRehash(user.passwordHash)) return;
  try {
    const rehashed = users.rehashPassword(user, await passwords.hash(password, client));
    await db.commit(byOwner(client.requester), unrecorded('the password is the same', { rehashed }));
  } catch (error) {
    if (!(isRefusal(error, 'overloaded') || error instanceof ClientDisconnected)) throw error;
  }
}
