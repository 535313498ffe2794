import type { Requester } from '../../lib/requester.ts';
import { wasInvited } from '../../store/audit/account-history.ts';
import { owner } from '../../store/audit/record.ts';
import { change, type EventToRecord, event, type Steps } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import type { Statement } from '../../store/engine/database.ts';
import { removeAll } from '../../store/tables/credentials.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { promotionOnVerification } from '../administration/first-admin.ts';

interface Services {
  readonly db: Store;
  readonly firstAdminEmail: string | undefined;
}

interface AlsoWritten {
  readonly steps?: Steps;
  readonly events?: readonly EventToRecord[];
  readonly emails?: readonly Statement[];
}

/**
 * For an account that was never verified, once somebody proves that its address is theirs: the password and logins of
 * the person who registered it are removed, even imported ones: that person may have registered there. The account is
 * then as after an invitation, which this accepts if there was one. What it lacks is asked for after the login.
 */
export async function takeOver(
  services: Services,
  user: User,
  requester: Requester,
  { steps, events = [], emails = [] }: AlsoWritten = {},
): Promise<void> {
  const promotion = await promotionOnVerification(services, user);
  const accepted = (await wasInvited(services.db, user.id)) ? [event('invitation_accepted', user.id)] : [];
  await services.db.commit(
    owner(requester),
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
