import type { AccountSource } from '../../declare/account-source.ts';
import { composed } from '../../features/declarations.ts';
import type { Client } from '../../lib/requester.ts';
import type { AuditEvent } from '../../store/audit/event-types.ts';
import { type Actor, accountWithAddress } from '../../store/audit/record.ts';
import { type Change, change, type ExtraSteps, event, type Steps } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { type Reads, type RequiredStatement, UniqueViolation } from '../../store/engine/database.ts';
import * as outbox from '../../store/queues/outbox.ts';
import type { Role, User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import type { Passwords } from '../passwords/password-hashing.ts';
import { Refusal } from '../refusal.ts';
import type { Throttle } from '../sign-in/throttle.ts';
import type { RegistrationPermit, RegistrationPolicy } from './registration-policy.ts';
import { acceptTerms, NOTHING_ACCEPTED } from './terms.ts';
import type { Registration } from './validate-registration.ts';

type Source = AccountSource<AuditEvent, outbox.LimitedKind>;

const CORE = {
  registration: { event: 'registered', by: 'stranger', email: 'verification' },
  /** The provider's claim about the address is not trusted. */
  identity: { event: 'registered', by: 'stranger', email: 'verification' },
  /** The provider's claim is trusted. */
  provenIdentity: { event: 'registered', by: 'stranger', state: { accountStatus: 'ACTIVE' } },
  import: { event: 'imported', by: 'operator' },
  testServer: { event: 'registered', by: 'operator' },
} as const satisfies Record<string, Source>;

/** Where accounts come from. */
export const ACCOUNT_SOURCES = composed(CORE, 'accountSources');
type SourceName = keyof typeof ACCOUNT_SOURCES;
type CreatorOf<From extends SourceName> = (typeof ACCOUNT_SOURCES)[From]['by'];

interface ExtraAccountSteps extends ExtraSteps {
  /** Steps that run before the account is inserted. */
  readonly firstSteps?: Steps | undefined;
}

/** Every account is created by this change. */
export function newAccount(
  source: SourceName,
  account: users.NewUser,
  { firstSteps, steps, events = [], emails = [] }: ExtraAccountSteps = {},
): Change<{ readonly user: RequiredStatement<User> }> {
  const { event: eventType, state }: Source = ACCOUNT_SOURCES[source];
  const user = users.insert({ ...account, ...state });
  return change(
    event(eventType, accountWithAddress(account.email)),
    { ...firstSteps, user, ...steps },
    { events, emails },
  );
}

export interface CreateServices {
  readonly db: Store;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly throttle: Pick<Throttle, 'addToEmailQuota'>;
  readonly registrationPolicy: RegistrationPolicy;
}

/** The fields of a new account that do not depend on its source. */
export interface AccountToCreate {
  readonly registration: Registration;
  readonly language: string;
  readonly role?: Role;
  /** Null: the owner has not chosen one yet. */
  readonly password: string | null;
}

interface Creation<From extends SourceName> extends AccountToCreate, Omit<ExtraAccountSteps, 'emails'> {
  readonly source: From;
  readonly permit: RegistrationPermit<CreatorOf<From>>;
  readonly client: Client;
  readonly actor: Actor;
  /** Whether the person who registers accepts the terms. */
  readonly acceptsTerms?: boolean;
  /** An account that the same change removes. */
  readonly replaces?: User | undefined;
}

/** Creates an account and mails its owner. Refuses a taken address or phone number. */
export async function createAccount<From extends SourceName>(
  { db, passwords, throttle, registrationPolicy }: CreateServices,
  { source, client, actor, registration, language, role, password, replaces, ...more }: Creation<From>,
): Promise<User> {
  const { by, email: kind }: Source = ACCOUNT_SOURCES[source];
  const { email } = registration;
  const acceptance = { acceptsTerms: more.acceptsTerms ?? false, requester: client.requester };
  const terms = by === 'stranger' ? acceptTerms(registrationPolicy, email, acceptance) : NOTHING_ACCEPTED;
  await refuseTaken(db, registration, replaces);
  const passwordHash = password === null ? null : await passwords.hash(password, client);
  const steps = {
    // Counts towards the rate limit but is never refused by it: requests of others must not block it.
    limit: kind && throttle.addToEmailQuota(kind, email),
    ...terms.steps,
    ...more.steps,
  };
  const events = [...terms.events, ...(more.events ?? [])];
  const emails = kind ? [outbox.enqueue(kind, email, { language })] : [];
  const account = { ...registration, language, ...(role && { role }), passwordHash };
  try {
    const created = newAccount(source, account, { firstSteps: more.firstSteps, steps, events, emails });
    return (await db.commit(actor, created)).user;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    // Another account took one of them meanwhile: the same refusals, in the same order.
    await refuseTaken(db, registration, replaces);
    throw new Refusal('conflict');
  }
}

async function refuseTaken(
  db: Reads,
  { email, phoneNumber, isPhoneShared }: Pick<Registration, 'email' | 'phoneNumber' | 'isPhoneShared'>,
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
