import type { Requester } from '../../lib/requester.ts';
import { wasInvited } from '../../store/audit/account-history.ts';
import { byOwner } from '../../store/audit/record.ts';
import { change, type ExtraSteps, event } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { removeAll } from '../../store/tables/credentials.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { promotionOnVerification } from '../lifecycle/first-admin.ts';

interface Services {
  readonly db: Store;
  readonly firstAdminEmail: string | undefined;
}

/**
 * Verifies an unverified account for a person who proved that the address is theirs. Removes all credentials, even
 * imported ones, because somebody else may have registered the address. Accepts a pending invitation. Missing fields
 * are requested after the login.
 */
export async function takeOver(
  services: Services,
  user: User,
  requester: Requester,
  { steps, events = [], emails = [] }: ExtraSteps = {},
): Promise<void> {
  const promotion = await promotionOnVerification(services, user);
  const accepted = (await wasInvited(services.db, user.id)) ? [event('invitation_accepted', user.id)] : [];
  await services.db.commit(
    byOwner(requester),
    change(
      event('verified', user.id),
      {
        account: users.acceptInvitation(user, null),
        credentials: removeAll(user.id),
        ...steps,
        ...promotion?.steps,
      },
      { events: [...accepted, ...events, ...(promotion?.events ?? [])], emails },
    ),
  );
}
