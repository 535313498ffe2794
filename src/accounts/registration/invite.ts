import type { Client } from '../../lib/requester.ts';
import { change, happening } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { type Actor, ofEmail, owner } from '../../store/tables/events.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { promotionOnVerification } from '../administration/first-admin.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';
import { type CreateServices, createAccount, type WantedAccount } from './create-account.ts';
import { acceptTerms, type Terms } from './terms.ts';

/** Invitations of this process: accounts that were created, and those whose owner accepted. */
export type InvitationCounters = Record<'made' | 'accepted', number>;

interface InviteServices extends CreateServices {
  readonly invitationCounters: InvitationCounters;
}

/**
 * Creates an account without a password, and mails its owner a link to choose one. It is INACTIVE until
 * then, or with `confirmed` ACTIVE at once. It may be ADMIN: nobody can enter before the owner of the mailbox.
 */
export async function invite(
  services: InviteServices,
  way: 'invitation' | 'confirmed',
  invited: Omit<WantedAccount, 'password'>,
  client: Client,
  _recent: RecentLogin,
  actor: Actor,
): Promise<User> {
  const events = invited.role === 'ADMIN' ? [happening('role_changed', ofEmail(invited.email))] : [];
  const user = await createAccount(services, way, { ...invited, password: null }, client, actor, { events });
  if (way === 'invitation') services.invitationCounters.made += 1;
  return user;
}

interface AcceptServices {
  readonly db: Store;
  readonly invitationCounters: InvitationCounters;
  readonly passwords: Passwords;
  readonly firstAdminEmail: string | undefined;
  readonly registrationPolicy: Terms;
}

/**
 * The owner of the mailbox accepts: the address is verified, and the password is the one that they chose. Ends this
 * link and all others. A conflict when a concurrent request did so, suspended the account or replaced its password.
 */
export async function acceptInvitation(
  services: AcceptServices,
  user: User,
  { newPassword, acceptsTerms }: { readonly newPassword: string; readonly acceptsTerms: boolean },
  client: Client,
): Promise<void> {
  const { requester } = client;
  const terms = acceptTerms(services.registrationPolicy, user.email, { acceptsTerms, requester });
  const passwordHash = await services.passwords.hash(newPassword, client);
  const promotion = await promotionOnVerification(services, user);
  await services.db.commit(
    owner(requester),
    change(
      happening('verified', user.id),
      { account: users.acceptInvitation(user, passwordHash), ...terms.steps, ...promotion?.steps },
      { events: [happening('invitation_accepted', user.id), ...terms.events, ...(promotion?.events ?? [])] },
    ),
  );
  services.invitationCounters.accepted += 1;
}
