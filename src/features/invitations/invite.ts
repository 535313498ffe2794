import { promotionOnVerification } from '../../core/lifecycle/first-admin.ts';
import type { Passwords } from '../../core/passwords/password-hashing.ts';
import { Refusal } from '../../core/refusal.ts';
import { type AccountToCreate, type CreateServices, createAccount } from '../../core/registration/create-account.ts';
import { permitRegistration } from '../../core/registration/registration-policy.ts';
import { acceptTerms, type Terms } from '../../core/registration/terms.ts';
import { emailField, nameFromAddress } from '../../core/registration/validate-profile.ts';
import type { RecentLogin } from '../../core/sign-in/recent-login.ts';
import type { Client } from '../../lib/requester.ts';
import { type Actor, accountWithAddress, byOwner } from '../../store/audit/record.ts';
import { change, event } from '../../store/change.ts';
import { retryOnConflict, type Store } from '../../store/commit.ts';
import { UniqueViolation } from '../../store/engine/database.ts';
import { isOfSender } from '../../store/request-sender.ts';
import { removeUnproven } from '../../store/tables/credentials.ts';
import * as profile from '../../store/tables/profile.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';

/**
 * Creates an account without a password, and mails its owner a link to choose one. It is INACTIVE until
 * then, or with `confirmed` ACTIVE at once. It may be ADMIN: nobody can enter before the owner of the mailbox.
 */
export async function invite(
  services: CreateServices,
  source: 'invitation' | 'confirmed',
  invited: Omit<AccountToCreate, 'password'>,
  client: Client,
  _recent: RecentLogin,
  actor: Actor,
): Promise<User> {
  const { registration, role } = invited;
  const permit = permitRegistration(services.registrationPolicy, 'administrator', registration);
  const events = role === 'ADMIN' ? [event('role_changed', accountWithAddress(registration.email))] : [];
  return createAccount(services, { ...invited, source, permit, password: null, client, actor, events });
}

export const MAX_INVITED = 100;

/** Invites each address separately. An outcome is `done` or the code of the refusal. */
export async function inviteAll(
  services: CreateServices,
  addresses: readonly string[],
  invitation: Pick<AccountToCreate, 'role' | 'language'>,
  client: Client,
  recent: RecentLogin,
  actor: Actor,
): Promise<{ readonly email: string; readonly id: number | null; readonly outcome: string }[]> {
  const inviteOne = (address: string) => {
    const email = emailField(address);
    const profile = { fullName: nameFromAddress(email), industry: null, phoneNumber: null, isPhoneShared: false };
    const invited = { ...invitation, registration: { email, ...profile } };
    return invite(services, 'invitation', invited, client, recent, actor);
  };
  const outcomes = [];
  // One at a time, like every change of many accounts.
  for (const email of new Set(addresses)) {
    try {
      const { id } = await retryOnConflict(() => inviteOne(email), isOfSender);
      outcomes.push({ email, id, outcome: 'done' });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'registration_closed') throw error;
      outcomes.push({ email, id: null, outcome: error.code });
    }
  }
  return outcomes;
}

interface Accepted {
  readonly newPassword: string;
  readonly acceptsTerms: boolean;
  readonly profile: profile.ProfileChanges;
}

interface AcceptServices {
  readonly db: Store;
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
  accepted: Accepted,
  client: Client,
): Promise<void> {
  const { requester } = client;
  const { acceptsTerms } = accepted;
  const terms = acceptTerms(services.registrationPolicy, user.email, { acceptsTerms, requester });
  const passwordHash = await services.passwords.hash(accepted.newPassword, client);
  const promotion = await promotionOnVerification(services, user);
  const verified = change(
    event('verified', user.id),
    {
      account: users.acceptInvitation(user, passwordHash),
      unproven: removeUnproven(user.id),
      profile: profile.update(user.id, accepted.profile),
      ...terms.steps,
      ...promotion?.steps,
    },
    { events: [event('invitation_accepted', user.id), ...terms.events, ...(promotion?.events ?? [])] },
  );
  try {
    await services.db.commit(byOwner(requester), verified);
  } catch (error) {
    throw error instanceof UniqueViolation ? new Refusal('phone_number_taken') : error;
  }
}
