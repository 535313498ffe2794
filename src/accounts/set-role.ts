import * as acting from '../store/acting.ts';
import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as emailChanges from '../store/email-changes.ts';
import type { Role, User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { type AdminRule, guardOf, refuseLastAdmin } from './last-admin.ts';

/** Undefined without such an account, or when an inactive one was to become ADMIN. Spares the last ADMIN. */
export async function setRole(
  db: Database,
  id: number,
  role: Role,
  actor: Actor,
  rule: AdminRule,
): Promise<User | undefined> {
  const mustBeActive = role === 'ADMIN' && !rule.mayBeLast;
  const guard = role === 'ADMIN' ? [] : guardOf(id, rule);
  const results = await db.batch([
    ...guard,
    users.setRole(id, role, mustBeActive),
    acting.endOf(id),
    ...(role === 'ADMIN' ? [emailChanges.removeAskedByAdmin(id)] : []),
    recordBy(actor, 'role_changed', id),
  ]);
  if (!results && guard.length > 0) return refuseLastAdmin(db, id);
  return results?.[guard.length]?.[0] as unknown as User | undefined;
}
