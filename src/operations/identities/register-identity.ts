import { promotionOfNew } from '../../accounts/administration/first-admin.ts';
import { createAccount } from '../../accounts/registration/create-account.ts';
import { readNewAccount } from '../../accounts/registration/field-rules.ts';
import { withdrawal } from '../../accounts/registration/remove-unverified.ts';
import { TOO_MANY_EMAILS } from '../../accounts/sign-in/throttle.ts';
import { safeUser } from '../../accounts/user-representations.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { emailProofOf } from '../../identities/identity.ts';
import { linkAtRegistration } from '../../identities/link-at-registration.ts';
import { forLogin, type Ticket } from '../../identities/tickets.ts';
import { owner } from '../../store/tables/events.ts';
import { ownerOf } from '../../store/tables/identities.ts';
import type { User } from '../../store/tables/user.ts';
import { acceptsTerms, acceptTermsMember } from '../body-members.ts';
import {
  EmailDomainRefused,
  IdentityTaken,
  InvalidIdentity,
  ProviderNotFound,
  RegistrationClosed,
  TermsNotAccepted,
  TooManyEmails,
} from '../errors.ts';
import { object, withOwnFields } from '../json-schema.ts';
import { memberOf, NEW_ACCOUNT_ERRORS, newAccountMembers, newFields, waitingApp } from '../new-account.ts';
import { operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';
import type { Services } from '../services.ts';
import { ticketMember } from './schemas.ts';

/** Their address may be mistyped, and without a password only this login could withdraw the account. */
const isUnverified = ({ accountStatus, passwordHash }: User) => accountStatus === 'INACTIVE' && passwordHash === null;

/** One login cannot have e-mails sent to any number of addresses. */
function replacedBy({ throttle }: Services, account: User, { issuer, subject }: Ticket) {
  const { event, steps } = withdrawal(throttle, account);
  return { event, steps: { ...steps, ofIdentity: throttle.takeEmail('verification', `${issuer}\n${subject}`) } };
}

const requiredMembers = { ticket: ticketMember, ...newAccountMembers };

export const registerIdentity = operation(
  {
    id: 'registerIdentity',
    summary: 'Create an account with a provider',
    description:
      'An account without a password. It is `ACTIVE` immediately if the provider decides who has the address; ' +
      'otherwise the address is verified by e-mail. Replaces an account without a password that was registered with ' +
      'the same login and never verified.',
    tag: 'Login with other providers',
    message: 'Registration successful',
    body: withOwnFields(
      'demanded',
      object({ ...requiredMembers, accept_terms: acceptTermsMember }, { required: Object.keys(requiredMembers) }),
    ),
    bodyIsRequired: true,
    status: 201,
    answers: SafeUser,
    errors: [
      ...[InvalidIdentity, ProviderNotFound, IdentityTaken],
      ...[RegistrationClosed, EmailDomainRefused, TermsNotAccepted, TooManyEmails, ...NEW_ACCOUNT_ERRORS],
    ],
  },
  async (request, services) => {
    const body = await request.requiredBody();
    const ticket = services.identities.readTicket(body.rawText('ticket'), forLogin);
    const before = await ownerOf(services.db, ticket);
    if (before && !isUnverified(before)) throw new ApiError(IdentityTaken);
    const given = readNewAccount(memberOf(body), services.fields);
    const fields = newFields(services, body, 'user');
    const language = request.language ?? services.defaultLanguage;
    const wanted = { ...given, fields, language, acceptsTerms: acceptsTerms(services, body), replaces: before };
    const way =
      emailProofOf(services, ticket) !== 'claimed' && ticket.email === wanted.email ? 'provenIdentity' : 'identity';
    const linked = linkAtRegistration(wanted.email, ticket);
    const promotion = way === 'provenIdentity' ? await promotionOfNew(services, wanted.email) : undefined;
    const waiting = await waitingApp(request, services, wanted.email);
    const withdrawn = before && replacedBy(services, before, ticket);
    const creation = createAccount(services, way, wanted, request, owner(request.requester), {
      firstSteps: withdrawn?.steps,
      steps: { ...linked.steps, waitingApp: waiting, ...promotion?.steps },
      events: [...(withdrawn ? [withdrawn.event] : []), ...linked.events, ...(promotion?.events ?? [])],
    });
    const user = await services.throttle.unlessHeldBack(creation);
    if (!user) throw TOO_MANY_EMAILS;
    return done(safeUser(promotion ? { ...user, role: 'ADMIN' } : user, services.fields));
  },
);
