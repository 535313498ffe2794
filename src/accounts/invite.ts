import { randomBytes } from 'node:crypto';
import type { Client } from '../network/requester.ts';
import * as audit from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import * as outbox from '../store/outbox.ts';
import type { User } from '../store/user.ts';
import * as users from '../store/users.ts';
import { promotionOnVerification } from './first-admin.ts';
import type { Passwords } from './password-hashing.ts';
import type { RecentLogin } from './recent-login.ts';
import type { Throttle } from './throttle.ts';

/** Invitations of this process: accounts that were created, and those whose owner accepted. */
export type InvitationCounters = Record<'made' | 'accepted', number>;

interface InviteServices {
  readonly db: Database;
  readonly invitationCounters: InvitationCounters;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly throttle: Pick<Throttle, 'takeEmail'>;
  readonly wakeMail: () => void;
}

type Invited = Omit<users.NewUser, 'passwordHash' | 'isInvited' | 'isConfirmed'>;

/**
 * Creates an unverified account with a password that nobody knows, and mails its owner a link to choose one. It may be
 * ADMIN: nobody can enter before the owner of the mailbox. The e-mail counts towards the rate limit but is not refused
 * by it. Throws UniqueViolation when the address or the phone number is taken.
 */
export async function invite(
  services: InviteServices,
  invited: Invited,
  client: Client,
  recent: RecentLogin,
  actor: audit.Actor,
): Promise<User> {
  const user = await create(services, { ...invited, isInvited: true }, client, recent, actor);
  services.invitationCounters.made += 1;
  return user;
}

/** The same with an account that is ACTIVE at once: whoever creates it vouches for the address. */
export const makeAccount = (
  services: InviteServices,
  given: Invited,
  client: Client,
  recent: RecentLogin,
  actor: audit.Actor,
): Promise<User> => create(services, { ...given, isConfirmed: true }, client, recent, actor);

async function create(
  { db, passwords, throttle, wakeMail }: InviteServices,
  given: Omit<users.NewUser, 'passwordHash'>,
  client: Client,
  _recent: RecentLogin,
  actor: audit.Actor,
): Promise<User> {
  const { email, role, isConfirmed } = given;
  const [kind, event] = isConfirmed
    ? (['account_made', 'account_made'] as const)
    : (['invitation', 'invited'] as const);
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'), client);
  const counted = throttle.takeEmail(kind, email).map((take) => ({ ...take, required: false }));
  const user = await users.create(db, { ...given, passwordHash }, [
    ...counted,
    outbox.enqueue(kind, email),
    audit.recordByEmailBy(actor, event, email),
    ...(role === 'ADMIN' ? [audit.recordByEmailBy(actor, 'role_changed', email)] : []),
  ]);
  wakeMail();
  return user;
}

interface AcceptServices {
  readonly db: Database;
  readonly invitationCounters: InvitationCounters;
  readonly passwords: Passwords;
  readonly firstAdminEmail: string | undefined;
}

/**
 * The owner of the mailbox accepts: the address is verified, and the password is the one that they chose. Ends this
 * link and all others. False when a concurrent request did so, suspended the account or replaced its password.
 */
export async function acceptInvitation(
  services: AcceptServices,
  user: User,
  newPassword: string,
  client: Client,
): Promise<boolean> {
  const passwordHash = await services.passwords.hash(newPassword, client);
  const accepted = await services.db.batch([
    users.acceptInvitation(user, passwordHash),
    audit.record('verified', user.id, client.requester),
    audit.record('invitation_accepted', user.id, client.requester),
    ...(await promotionOnVerification(services, user, client.requester)),
  ]);
  if (!accepted) return false;
  services.invitationCounters.accepted += 1;
  return true;
}
