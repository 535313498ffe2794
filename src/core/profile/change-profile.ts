import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { type Statement, UniqueViolation } from '../../store/engine/database.ts';
import * as profile from '../../store/tables/profile.ts';
import type { User } from '../../store/tables/user.ts';
import { Refusal } from '../refusal.ts';

/** Returns the changed account. `condition` is checked before anything is written. */
export async function changeProfile(
  db: Store,
  user: User,
  changes: profile.ProfileChanges,
  actor: Actor,
  condition?: Statement,
): Promise<User> {
  if (Object.keys(changes).length === 0) return user;
  const updated = event('profile_updated', profile.changed(user.id, changes), { isFirst: true });
  try {
    return (await db.commit(actor, change(updated, { condition, user: profile.update(user.id, changes) }))).user;
  } catch (error) {
    throw error instanceof UniqueViolation ? new Refusal('phone_number_taken') : error;
  }
}
