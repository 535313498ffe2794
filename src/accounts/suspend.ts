import * as acting from '../store/acting.ts';
import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import * as sessions from '../store/sessions.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { type AdminRule, guardOf, refuseLastAdmin } from './last-admin.ts';

/**
 * Suspends an account, ends its sessions and who acts as it, and stops a change of its address, in one transaction.
 * Undefined when it is suspended already. Refuses for the last ADMIN.
 */
export async function suspend(db: Database, id: number, actor: Actor, rule: AdminRule): Promise<User | undefined> {
  const guard = guardOf(id, rule);
  const results = await db.batch([
    ...guard,
    users.suspend(id),
    emailChanges.removeWaiting(id),
    sessions.removeAllOf(id),
    acting.endOf(id),
    recordBy(actor, 'suspended', id),
  ]);
  if (!results && !rule.mayBeLast) return refuseLastAdmin(db, id);
  return results?.[guard.length]?.[0] as unknown as User | undefined;
}

/** Undefined when the account was not suspended. */
export async function reinstate(db: Database, id: number, actor: Actor): Promise<User | undefined> {
  const results = await db.batch([users.reinstate(id), recordBy(actor, 'reinstated', id)]);
  return results?.[0]?.[0] as unknown as User | undefined;
}
