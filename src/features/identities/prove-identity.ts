import { hash } from 'node:crypto';
import { Refusal, refuseUnlessActive } from '../../core/refusal.ts';
import type { RegistrationPolicy } from '../../core/registration/registration-policy.ts';
import { takeOver } from '../../core/registration/take-over.ts';
import { acceptTermsOnce } from '../../core/registration/terms.ts';
import type { Proven } from '../../core/sign-in/begin-session.ts';
import type { Requester } from '../../lib/requester.ts';
import { byOwner } from '../../store/audit/record.ts';
import { unrecorded } from '../../store/change.ts';
import type { Store } from '../../store/commit.ts';
import { Conflict, orThrow, type Reads, type RequiredStatement, UniqueViolation } from '../../store/engine/database.ts';
import * as credentials from '../../store/tables/credentials.ts';
import { factorsOf } from '../../store/tables/factors.ts';
import { lockUser } from '../../store/tables/sessions-of-user.ts';
import * as spent from '../../store/tables/spent-proofs.ts';
import type { User } from '../../store/tables/user.ts';
import * as users from '../../store/tables/users.ts';
import { identities } from './declared.ts';
import { type AccountMatch, type MatchRules, matchAccount, nextStep } from './match-account.ts';
import { linkedOnTakeOver, linkIdentity } from './own-identities.ts';
import type { Identity, ProviderFlow, Ticket } from './services.ts';

import * as stored from './table.ts';
import { invalidIdentity, TICKET_MS } from './tickets.ts';

interface FindingServices extends MatchRules {
  readonly db: Reads;
}

/** The account of an identity, or the account that has its address, and the next step. */
export async function findAccount(
  services: FindingServices,
  identity: Identity,
): Promise<{ readonly match: AccountMatch; readonly user: User | undefined; readonly isUnproven: boolean }> {
  const { db } = services;
  const found = await stored.ownerOf(db, identity);
  if (found) return { match: 'login', user: found, isUnproven: found.isUnproven === 1 };
  const user = identity.email === null ? undefined : await users.byEmail(db, identity.email);
  const holder = user && {
    accountStatus: user.accountStatus,
    role: user.role,
    isEmailProven: await credentials.isEmailProven(db, user.id),
    isProtected: (await factorsOf(db, user)).length > 0,
  };
  return { match: matchAccount(services, identity, holder), user, isUnproven: false };
}

interface ProvingServices extends FindingServices {
  readonly db: Store;
  readonly registrationPolicy: RegistrationPolicy;
  readonly identities: ProviderFlow;
}

/**
 * How long used tickets are remembered: longer than a ticket works, so that clocks of the service and of the database
 * may differ.
 */
const KEPT_MS = 3 * TICKET_MS;
const USED = invalidIdentity('the ticket was used before', 'used');

/**
 * The account that a ticket opens. The result is for `beginSession`, which uses the ticket up. Before that, the
 * owner of an address takes over its unverified account, and IDENTITY_LINKING=verified links an account.
 */
export async function proveIdentity(
  services: ProvingServices,
  ticket: Ticket,
  requester: Requester,
  acceptsTerms: boolean,
): Promise<Omit<Proven, 'language'>> {
  const { match, user, isUnproven } = await findAccount(services, ticket);
  const next = nextStep(match);
  if (!user || next === 'register') throw new Refusal('account_required');
  if (next === 'link') throw new Refusal('link_required');
  if (match !== 'login') {
    // Refused before anything is changed; the login that follows accepts them.
    await acceptTermsOnce(services.db, services.registrationPolicy, user, { acceptsTerms, requester });
    if (match === 'take_over') await takeOverWith(services, user, ticket, requester);
    else await linkIdentity(services, { user, requester, language: undefined }, ticket);
    // Makes the caller match again, because the account has changed.
    throw new Conflict('the identity has an account now');
  }
  refuseUnlessActive(user);
  const isOwnerOfMailbox = ticket.emailProof === 'decided' && ticket.email === user.email;
  if (isOwnerOfMailbox && (await credentials.hasUnproven(services.db, user.id))) {
    const kept = { user: lockUser(user.id), identity: stored.use(user.id, ticket) };
    const ended = { ...kept, unproven: credentials.removeUnproven(user.id) };
    await services.db.commit(byOwner(requester), unrecorded('the login that follows is recorded', ended));
    throw new Conflict('unproven logins are gone');
  }
  return provenBy(ticket, user, requester, isUnproven && !isOwnerOfMailbox);
}

async function takeOverWith(services: ProvingServices, user: User, ticket: Ticket, requester: Requester) {
  try {
    await takeOver(services, user, requester, await linkedOnTakeOver(services, user, ticket, requester));
  } catch (error) {
    throw error instanceof UniqueViolation ? new Conflict('another account has the identity now') : error;
  }
}

/** Proves that the user of a session owns the ticket's identity, for `reauthenticateSession`. */
export async function proveOwner(
  { db }: Pick<ProvingServices, 'db'>,
  ticket: Ticket,
  requester: Requester,
  user: User,
): Promise<Omit<Proven, 'language'>> {
  const found = await stored.ownerOf(db, ticket);
  if (found?.id !== user.id) throw invalidIdentity('the identity is not linked to this account');
  return provenBy(ticket, user, requester, found.isUnproven === 1);
}

function provenBy(ticket: Ticket, user: User, requester: Requester, isUnproven: boolean): Omit<Proven, 'language'> {
  const { authenticatedAtMs } = ticket;
  return {
    user,
    amr: identities.credentials.identity.amr,
    authenticatedAtMs,
    requester,
    isUnproven,
    spend: spendOf(user, ticket),
  };
}

function spendOf(user: User, ticket: Ticket): RequiredStatement[] {
  const proof = spent.spend(hash('sha256', `identity\n${ticket.flow}`, 'base64url'), KEPT_MS);
  return [orThrow(proof, USED), orThrow(stored.use(user.id, ticket))];
}
