import { type AdminRule, keepLastAdmin } from '../core/lifecycle/last-admin.ts';
import type { Actor } from '../store/audit/record.ts';
import { change, event } from '../store/change.ts';
import type { Store } from '../store/commit.ts';
import * as emailChanges from '../store/tables/email-changes.ts';
import { endWithRole } from '../store/tables/end-with-role.ts';
import type { Role, User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';

/** Throws Conflict if an inactive account were to become ADMIN. Refuses to demote the last ADMIN. */
export async function setRole(
  db: Store,
  id: number,
  role: Role,
  actor: Actor,
  { allowLastAdmin }: AdminRule,
): Promise<User> {
  const isPromotion = role === 'ADMIN';
  const { user } = await db.commit(
    actor,
    change(event('role_changed', id), {
      lastAdmin: !isPromotion && !allowLastAdmin && keepLastAdmin(id),
      user: users.setRole(id, role, isPromotion && !allowLastAdmin),
      endsWithRole: endWithRole(id),
      emailChange: isPromotion && emailChanges.removeRequestedByAdmin(id),
    }),
  );
  return user;
}
