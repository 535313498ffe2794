import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';

/** Suspends an account, ends its sessions and stops a change of its address, in one transaction. Undefined when it is suspended already. */
export async function suspend(db: Database, id: number, actor: Actor): Promise<User | undefined> {
  const results = await db.batch([
    users.suspend(id),
    emailChanges.removeWaiting(id),
    sessions.removeAllOf(id),
    recordBy(actor, 'suspended', id),
  ]);
  return results?.[0]?.[0] as unknown as User | undefined;
}

/** Undefined when the account was not suspended. */
export async function reinstate(db: Database, id: number, actor: Actor): Promise<User | undefined> {
  const results = await db.batch([users.reinstate(id), recordBy(actor, 'reinstated', id)]);
  return results?.[0]?.[0] as unknown as User | undefined;
}
