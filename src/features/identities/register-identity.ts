import { TooManyEmails } from '../../api/errors.ts';
import { operation } from '../../api/operation.ts';
import {
  newAccountMembers,
  REGISTRATION_ERRORS,
  registrationBody,
  registrationInput,
  registrationOptions,
  waitingApp,
} from '../../api/registration-members.ts';
import { SafeUser } from '../../api/schemas.ts';
import type { Services } from '../../api/services.ts';
import { promotionOfNew } from '../../core/lifecycle/first-admin.ts';
import { Refusal } from '../../core/refusal.ts';
import { createAccount } from '../../core/registration/create-account.ts';
import { permitRegistration } from '../../core/registration/registration-policy.ts';
import { withdrawal } from '../../core/registration/remove-unverified.ts';
import { validateRegistration } from '../../core/registration/validate-registration.ts';
import { TOO_MANY_EMAILS } from '../../core/sign-in/throttle.ts';
import { safeUser } from '../../core/user-representations.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { byOwner } from '../../store/audit/record.ts';
import { Conflict } from '../../store/engine/database.ts';
import type { User } from '../../store/tables/user.ts';
import { IdentityTaken, InvalidIdentity, ProviderNotFound } from './errors.ts';
import { linkAtRegistration } from './link-at-registration.ts';
import { matchAccount } from './match-account.ts';
import { ticketMember } from './schemas.ts';
import type { Ticket } from './services.ts';
import { ownerOf } from './table.ts';
import { forLogin } from './tickets.ts';

/** The address may be mistyped, and without a password only this login could withdraw the account. */
const isUnverified = ({ accountStatus, passwordHash }: User) => accountStatus === 'INACTIVE' && passwordHash === null;

/** Prevents one login from sending e-mails to any number of addresses. */
function replacedBy({ throttle }: Services, account: User, { issuer, subject }: Ticket) {
  const { event, steps } = withdrawal(throttle, account);
  return { event, steps: { ...steps, ofIdentity: throttle.useEmailQuota('verification', `${issuer}\n${subject}`) } };
}

/** Only the identity can still conflict: a concurrent registration with the same login came first. */
function conflictIfLinked(error: unknown): never {
  throw error instanceof Refusal && error.code === 'conflict' ? new Conflict('the identity has an account now') : error;
}

export const registerIdentity = operation(
  {
    id: 'registerIdentity',
    summary: 'Create an account with a provider',
    description:
      'An account without a password. It is `ACTIVE` immediately if the provider assigns the address or, unless the ' +
      'address is guarded, has checked it (docs/identities.md); otherwise the address is verified by e-mail. Replaces ' +
      'an account without a password that was registered with the same login and never verified.',
    tag: 'Login with other providers',
    message: 'Registration successful',
    body: registrationBody({ ticket: ticketMember, ...newAccountMembers }),
    bodyIsRequired: true,
    status: 201,
    answers: SafeUser,
    errors: [InvalidIdentity, ProviderNotFound, IdentityTaken, ...REGISTRATION_ERRORS, TooManyEmails],
  },
  async (request, services) => {
    const body = await request.requiredBody();
    const ticket = services.identities.readTicket(body.rawText('ticket'), forLogin);
    const before = await ownerOf(services.db, ticket);
    if (before && !isUnverified(before)) throw new ApiError(IdentityTaken);
    const registration = validateRegistration(registrationInput(services, body), services.fields, 'user');
    const { email } = registration;
    const emailProof = ticket.email === email ? ticket.emailProof : 'claimed';
    const match = matchAccount(services, { email, emailProof });
    const source = match === 'register_active' ? 'provenIdentity' : 'identity';
    const linked = linkAtRegistration(email, ticket);
    const promotion = source === 'provenIdentity' ? await promotionOfNew(services, email) : undefined;
    const waiting = await waitingApp(request, services, email);
    const withdrawn = before && replacedBy(services, before, ticket);
    const permit = permitRegistration(services.registrationPolicy, 'stranger', registration);
    const creation = createAccount(services, {
      source,
      permit,
      registration,
      password: null,
      replaces: before,
      ...registrationOptions(services, request, body),
      client: request,
      actor: byOwner(request.requester),
      firstSteps: withdrawn?.steps,
      steps: { ...linked.steps, waitingApp: waiting, ...promotion?.steps },
      events: [...(withdrawn ? [withdrawn.event] : []), ...linked.events, ...(promotion?.events ?? [])],
    });
    const user = await services.throttle.ifWithinQuota(creation.catch(conflictIfLinked));
    if (!user) throw TOO_MANY_EMAILS;
    return done(safeUser(promotion ? { ...user, role: 'ADMIN' } : user, services.fields));
  },
);
