import type { Actor } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import { NOTHING, orNothing, type Store } from '../../store/commit.ts';
import { orThrow } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import { removeFactors } from '../../store/tables/credentials.ts';
import * as totp from '../../store/tables/totp.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { Refusal } from '../refusal.ts';
import { endOthers } from '../sign-in/end-sessions.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';

const NO_FACTOR = new Refusal('no_second_factor');

/**
 * Lets an operator help somebody who lost every factor: removes all factors including passkeys, ends all sessions,
 * because one may be on a lost device, and notifies the owner. An unconfirmed app protects nothing, and is removed
 * without further steps. Refuses if there is no factor.
 */
export async function resetSecondFactors(db: Store, user: User, recentLogin: RecentLogin, actor: Actor): Promise<User> {
  const reset = event('second_factor_reset', user.id);
  const all = change(
    reset,
    {
      changed: orThrow(users.clearSecondFactors(user.id), NOTHING),
      factors: removeFactors(user.id),
      others: endOthers(user.id, recentLogin),
    },
    { emails: [outbox.enqueue('second_factor_removed', user.email)] },
  );
  const done = await orNothing(db.commit(actor, all));
  if (done) return done.changed;
  const [found, ...rest] = totp.removePending(user.id);
  await db.commit(actor, change(reset, { found: found && orThrow(found, NO_FACTOR), rest }));
  return user;
}
