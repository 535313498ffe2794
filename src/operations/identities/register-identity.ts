import { createAccount } from '../../accounts/registration/create-account.ts';
import { readNewAccount } from '../../accounts/registration/field-rules.ts';
import { safeUser } from '../../accounts/user-representations.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { forLogin } from '../../identities/identities.ts';
import { happening } from '../../store/change.ts';
import { ofEmail, owner } from '../../store/tables/events.ts';
import { insert, ownerOf } from '../../store/tables/identities.ts';
import { acceptsTerms, acceptTermsMember } from '../body-members.ts';
import {
  EmailDomainRefused,
  IdentityTaken,
  InvalidIdentity,
  ProviderNotFound,
  RegistrationClosed,
  TermsNotAccepted,
} from '../errors.ts';
import { object } from '../json-schema.ts';
import { memberOf, NEW_ACCOUNT_ERRORS, newAccountMembers, newFields, waitingApp } from '../new-account.ts';
import { operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';
import { ticketMember } from './schemas.ts';

const requiredMembers = { ticket: ticketMember, ...newAccountMembers };

export const registerIdentity = operation(
  {
    id: 'registerIdentity',
    summary: 'Create an account with a provider',
    description:
      'An account without a password. It is `ACTIVE` immediately if the provider decides who has the address; ' +
      'otherwise the address is verified by e-mail.',
    tag: 'Login with other providers',
    message: 'Registration successful',
    body: object({ ...requiredMembers, accept_terms: acceptTermsMember }, { required: Object.keys(requiredMembers) }),
    bodyIsRequired: true,
    status: 201,
    answers: SafeUser,
    errors: [
      ...[InvalidIdentity, ProviderNotFound, IdentityTaken],
      ...[RegistrationClosed, EmailDomainRefused, TermsNotAccepted, ...NEW_ACCOUNT_ERRORS],
    ],
  },
  async (request, services) => {
    const body = await request.requiredBody();
    const ticket = services.identities.readTicket(body.rawText('ticket'), forLogin);
    if (await ownerOf(services.db, ticket)) throw new ApiError(IdentityTaken);
    const given = readNewAccount(memberOf(body), services.fields);
    const fields = newFields(services, body, 'user');
    const language = request.language ?? services.defaultLanguage;
    const wanted = { ...given, fields, language, acceptsTerms: acceptsTerms(services, body) };
    const way = ticket.isAuthoritative && ticket.email === wanted.email ? 'provenIdentity' : 'identity';
    const user = await createAccount(services, way, wanted, request, owner(request.requester), {
      steps: { identity: insert(wanted.email, ticket), waitingApp: await waitingApp(request, services, wanted.email) },
      events: [happening('identity_linked', ofEmail(wanted.email))],
    });
    return done(safeUser(user));
  },
);
