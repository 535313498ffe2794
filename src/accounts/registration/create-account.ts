import type { Client } from '../../lib/requester.ts';
import { type Change, change, type Happening, happening, type Steps } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { type Reads, type RequiredStatement, type Statement, UniqueViolation } from '../../store/engine/database.ts';
import type { AuditEvent } from '../../store/tables/audit-events.ts';
import { type Actor, ofEmail } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import type { Role, User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import { Refusal } from '../refusal.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import type { NewAccount } from './read-new-account.ts';
import { type Maker, type RegistrationPolicy, refuseRegistration } from './registration-policy.ts';
import { acceptTerms, NOTHING_ACCEPTED } from './terms.ts';

interface Way {
  readonly event: AuditEvent;
  readonly by: Maker;
  /** What its owner is mailed. */
  readonly email?: outbox.LimitedKind;
  readonly state?: Pick<users.NewUser, 'accountStatus' | 'isInvited'>;
}

/** Every way to a new account. */
export const WAYS = {
  registration: { event: 'registered', by: 'stranger', email: 'verification' },
  invitation: { event: 'invited', by: 'administrator', email: 'invitation', state: { isInvited: true } },
  /** An administrator vouches for the address. */
  confirmed: { event: 'account_made', by: 'administrator', email: 'account_made', state: { accountStatus: 'ACTIVE' } },
  /** With a provider whose word about the address is not enough (`identities/decide.ts`). */
  identity: { event: 'registered', by: 'stranger', email: 'verification' },
  /** The word of the provider is enough. */
  provenIdentity: { event: 'registered', by: 'stranger', state: { accountStatus: 'ACTIVE' } },
  import: { event: 'imported', by: 'operator' },
  testServer: { event: 'registered', by: 'operator' },
} as const satisfies Record<string, Way>;

interface Also {
  /** Before the account is inserted. */
  readonly firstSteps?: Steps | undefined;
  readonly steps?: Steps;
  readonly events?: readonly Happening[];
  readonly emails?: readonly Statement[];
}

/** The change that makes an account; there is no other. */
export function newAccount(
  way: keyof typeof WAYS,
  account: users.NewUser,
  { firstSteps, steps, events = [], emails = [] }: Also = {},
): Change<{ readonly user: RequiredStatement<User> }> {
  const { event, state }: Way = WAYS[way];
  const user = users.insert({ ...account, ...state });
  return change(happening(event, ofEmail(account.email)), { ...firstSteps, user, ...steps }, { events, emails });
}

export interface CreateServices {
  readonly db: Store;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly throttle: Pick<Throttle, 'countEmail'>;
  readonly registrationPolicy: RegistrationPolicy;
}

export interface AccountToCreate extends NewAccount {
  readonly language: string;
  readonly role?: Role;
  /** Of people who register. */
  readonly acceptsTerms?: boolean;
  /** An account that the same change removes. */
  readonly replaces?: User | undefined;
}

/**
 * Makes an account, and mails its owner. Refuses one that may not be made, or whose address or phone number is taken.
 */
export async function createAccount(
  { db, passwords, throttle, registrationPolicy }: CreateServices,
  way: keyof typeof WAYS,
  { password, acceptsTerms = false, replaces, ...wanted }: AccountToCreate,
  client: Client,
  actor: Actor,
  also: Omit<Also, 'emails'> = {},
): Promise<User> {
  const { by, email: kind }: Way = WAYS[way];
  // Before anything is looked up: the answer must not tell who has an account.
  refuseRegistration(registrationPolicy, by, wanted);
  const { email, language } = wanted;
  const { requester } = client;
  const terms =
    by === 'stranger' ? acceptTerms(registrationPolicy, email, { acceptsTerms, requester }) : NOTHING_ACCEPTED;
  await refuseTaken(db, wanted, replaces);
  const passwordHash = password === null ? null : await passwords.hash(password, client);
  const steps = {
    // Counts towards the rate limit but is never refused by it: requests of others must not block it.
    limit: kind && throttle.countEmail(kind, email),
    ...terms.steps,
    ...also.steps,
  };
  const events = [...terms.events, ...(also.events ?? [])];
  const emails = kind ? [outbox.enqueue(kind, email, { language })] : [];
  const all = { ...also, steps, events, emails };
  try {
    return (await db.commit(actor, newAccount(way, { ...wanted, passwordHash }, all))).user;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    // Another account took one of them meanwhile: the same refusals, in the same order.
    await refuseTaken(db, wanted, replaces);
    throw new Refusal('conflict');
  }
}

async function refuseTaken(
  db: Reads,
  { email, phoneNumber, isPhoneShared }: Pick<NewAccount, 'email' | 'phoneNumber' | 'isPhoneShared'>,
  replaces: User | undefined,
): Promise<void> {
  const [isEmailTaken, isPhoneTaken] = await Promise.all([
    users.isEmailTaken(db, email, replaces?.id),
    phoneNumber !== null && !isPhoneShared && users.isPhoneTaken(db, phoneNumber, replaces?.id),
  ]);
  if (isEmailTaken) throw new Refusal('email_taken');
  if (!isPhoneTaken) return;
  // Both may have been taken, by one registration, between the two reads.
  throw new Refusal((await users.isEmailTaken(db, email, replaces?.id)) ? 'email_taken' : 'phone_number_taken');
}
