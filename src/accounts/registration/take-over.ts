import type { Requester } from '../../lib/requester.ts';
import { change, type Happening, happening, type Steps } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { owner } from '../../store/tables/events.ts';
import * as identities from '../../store/tables/identities.ts';
import * as sessions from '../../store/tables/sessions.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { promotionOnVerification } from '../administration/first-admin.ts';

interface Services {
  readonly db: Store;
  readonly firstAdminEmail: string | undefined;
}

/**
 * For an account that was never verified, once somebody proves that its address is theirs: the password and logins of
 * the person who registered it are removed. The account is then as after an invitation.
 */
export async function takeOver(
  services: Services,
  user: User,
  requester: Requester,
  { steps, events = [] }: { readonly steps?: Steps; readonly events?: readonly Happening[] } = {},
): Promise<void> {
  const promotion = await promotionOnVerification(services, user);
  await services.db.commit(
    owner(requester),
    change(
      happening('verified', user.id),
      {
        account: users.acceptInvitation(user, null),
        sessions: sessions.removeAllOf(user.id),
        identities: identities.removeAll(user.id),
        ...steps,
        ...promotion?.steps,
      },
      { events: [...events, ...(promotion?.events ?? [])] },
    ),
  );
}
