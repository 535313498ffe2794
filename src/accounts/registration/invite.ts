import { randomBytes } from 'node:crypto';
import type { Client } from '../../lib/requester.ts';
import { change, happening } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { type Actor, ofEmail, owner } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { promotionOnVerification } from '../administration/first-admin.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import type { RecentLogin } from '../sign-in/recent-login.ts';
import type { Throttle } from '../sign-in/throttle.ts';

/** Invitations of this process: accounts that were created, and those whose owner accepted. */
export type InvitationCounters = Record<'made' | 'accepted', number>;

interface InviteServices {
  readonly db: Store;
  readonly invitationCounters: InvitationCounters;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly throttle: Pick<Throttle, 'countEmail'>;
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
  actor: Actor,
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
  actor: Actor,
): Promise<User> => create(services, { ...given, isConfirmed: true }, client, recent, actor);

async function create(
  { db, passwords, throttle }: InviteServices,
  given: Omit<users.NewUser, 'passwordHash'>,
  client: Client,
  _recent: RecentLogin,
  actor: Actor,
): Promise<User> {
  const { email, role, isConfirmed } = given;
  const [kind, event] = isConfirmed
    ? (['account_made', 'account_made'] as const)
    : (['invitation', 'invited'] as const);
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'), client);
  const { user } = await db.commit(
    actor,
    change(
      happening(event, ofEmail(email)),
      { user: users.insert({ ...given, passwordHash }), limit: throttle.countEmail(kind, email) },
      {
        events: role === 'ADMIN' ? [happening('role_changed', ofEmail(email))] : [],
        emails: [outbox.enqueue(kind, email)],
      },
    ),
  );
  return user;
}

interface AcceptServices {
  readonly db: Store;
  readonly invitationCounters: InvitationCounters;
  readonly passwords: Passwords;
  readonly firstAdminEmail: string | undefined;
}

/**
 * The owner of the mailbox accepts: the address is verified, and the password is the one that they chose. Ends this
 * link and all others. A conflict when a concurrent request did so, suspended the account or replaced its password.
 */
export async function acceptInvitation(
  services: AcceptServices,
  user: User,
  newPassword: string,
  client: Client,
): Promise<void> {
  const passwordHash = await services.passwords.hash(newPassword, client);
  const promotion = await promotionOnVerification(services, user);
  await services.db.commit(
    owner(client.requester),
    change(
      happening('verified', user.id),
      { account: users.acceptInvitation(user, passwordHash), ...promotion?.steps },
      { events: [happening('invitation_accepted', user.id), ...(promotion?.events ?? [])] },
    ),
  );
  services.invitationCounters.accepted += 1;
}
