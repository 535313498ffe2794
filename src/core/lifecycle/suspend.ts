import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import * as emailChanges from '../../store/tables/email-changes.ts';
import { endWithRole } from '../../store/tables/end-with-role.ts';
import { removeAllOf } from '../../store/tables/ended-sessions.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { type AdminRule, keepLastAdmin } from './last-admin.ts';

/** Ends sessions and what features permitted, and stops an address change. Refuses for the last ADMIN. */
export async function suspend(db: Store, id: number, actor: Actor, { allowLastAdmin }: AdminRule): Promise<User> {
  const { user } = await db.commit(
    actor,
    change(event('suspended', id), {
      lastAdmin: !allowLastAdmin && keepLastAdmin(id),
      user: users.suspend(id),
      emailChange: emailChanges.removeWaiting(id),
      sessions: removeAllOf(id),
      endsWithRole: endWithRole(id),
    }),
  );
  return user;
}

export async function reinstate(db: Store, id: number, actor: Actor): Promise<User> {
  const { user } = await db.commit(actor, change(event('reinstated', id), { user: users.reinstate(id) }));
  return user;
}
