import type { RegistrationPolicy } from '../accounts/registration/registration-policy.ts';
import type { Reads } from '../store/engine/database.ts';
import * as identities from '../store/tables/identities.ts';
import type { User } from '../store/tables/user.ts';
import * as users from '../store/tables/users.ts';
import { type Decision, decide, type LinkingPolicy } from './decide.ts';
import type { Identity } from './identity.ts';

export interface FindingServices {
  readonly db: Reads;
  readonly identityLinking: LinkingPolicy;
  readonly registrationPolicy: Pick<RegistrationPolicy, 'registration'>;
}

/** What is to be done for somebody whom a provider has named, and with which account. */
export async function findAccount(
  { db, identityLinking, registrationPolicy }: FindingServices,
  identity: Identity,
): Promise<{ readonly decision: Decision; readonly user: User | undefined }> {
  const owner = await identities.ownerOf(db, identity);
  if (owner) return { decision: 'login', user: owner };
  const user = identity.email === null ? undefined : await users.byEmail(db, identity.email);
  const holder = user && { ...user, isEmailConfirmed: await users.isEmailConfirmed(db, user.id) };
  const isOpen = registrationPolicy.registration === 'open';
  return { decision: decide(identity.isAuthoritative, holder, identityLinking, isOpen), user };
}
