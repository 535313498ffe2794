import { Refusal } from '../core/refusal.ts';
import { endOthers } from '../core/sign-in/end-sessions.ts';
import type { RecentLogin } from '../core/sign-in/recent-login.ts';
import type { Actor } from '../store/audit/record.ts';
import { change, event } from '../store/change.ts';
import { NOTHING, orNothing, type Store } from '../store/commit.ts';
import { orThrow } from '../store/engine/database.ts';
import * as outbox from '../store/queues/outbox.ts';
import { removeFactors, removePending } from '../store/tables/credentials.ts';
import { clearFactors, requirePendingFactor } from '../store/tables/factors.ts';
import type { User } from '../store/tables/user.ts';

const NO_FACTOR = new Refusal('no_second_factor');

/**
 * Removes all factors of a user who lost them, ends all sessions, because one may be on a lost device, and notifies the
 * owner. An unconfirmed factor protects nothing and is removed without further steps. Refuses if there is no factor.
 */
export async function resetSecondFactors(db: Store, user: User, recentLogin: RecentLogin, actor: Actor): Promise<User> {
  const reset = event('second_factor_reset', user.id);
  const all = change(
    reset,
    {
      changed: orThrow(clearFactors(user.id), NOTHING),
      factors: removeFactors(user.id),
      others: endOthers(user.id, recentLogin),
    },
    { emails: [outbox.enqueue('second_factor_removed', user.email)] },
  );
  const done = await orNothing(db.commit(actor, all));
  if (done) return done.changed;
  const found = orThrow(requirePendingFactor(user.id), NO_FACTOR);
  await db.commit(actor, change(reset, { found, pending: removePending(user.id) }));
  return user;
}
