import { type Actor, recordBy } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import type { Role, User } from '../store/user.ts';
import * as users from '../store/users.ts';

/** Undefined when there is no such account. */
export async function setRole(db: Database, id: number, role: Role, actor: Actor): Promise<User | undefined> {
  const results = await db.batch([users.setRole(id, role), recordBy(actor, 'role_changed', id)]);
  return results?.[0]?.[0] as unknown as User | undefined;
}
