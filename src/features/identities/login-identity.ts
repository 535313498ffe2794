import { acceptsTerms, acceptTermsMember } from '../../api/body-members.ts';
import {
  AccountNotActive,
  InvalidCode,
  RegistrationClosed,
  SecondFactorRequired,
  TermsNotAccepted,
  TooManyAttempts,
} from '../../api/errors.ts';
import { object, text } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { Login } from '../../api/schemas.ts';
import { withSecondFactor } from '../../core/factors/prove-second-factor.ts';
import { LOGIN_RESULTS, loginAnswer } from '../../core/operations/login-answer.ts';
import { beginSession } from '../../core/sign-in/begin-session.ts';
import { AccountRequired, InvalidIdentity, LinkRequired, ProviderLinked, ProviderNotFound } from './errors.ts';
import { proveIdentity } from './prove-identity.ts';
import { ticketMember } from './schemas.ts';
import { forLogin } from './tickets.ts';

export const loginIdentity = operation(
  {
    id: 'loginIdentity',
    summary: 'Log in with a provider',
    description:
      'An account with a second factor answers 401 `second_factor_required` until `code` is sent too. ' +
      'An account that was never verified becomes, without its password, that of a person whose provider assigns ' +
      'its address or, unless the account is guarded, has checked it (docs/identities.md).',
    tag: 'Login with other providers',
    message: 'Login successful',
    body: object(
      { ticket: ticketMember, code: text('Of the second factor: as at login.'), accept_terms: acceptTermsMember },
      { required: ['ticket'] },
    ),
    results: LOGIN_RESULTS,
    answers: Login,
    errors: [
      InvalidIdentity,
      ProviderNotFound,
      AccountRequired,
      LinkRequired,
      ProviderLinked,
      RegistrationClosed,
      AccountNotActive,
      SecondFactorRequired,
      InvalidCode,
      TooManyAttempts,
      TermsNotAccepted,
    ],
  },
  async (request, services) => {
    const body = await request.body();
    const { requester, language } = request;
    const ticket = services.identities.readTicket(body.rawText('ticket'), forLogin);
    const first = await proveIdentity(services, ticket, requester, acceptsTerms(services, body));
    request.accountId = first.user.id;
    const proven = await withSecondFactor(services, { ...first, language }, body.text('code'));
    // Refuses an account that is not ACTIVE.
    const session = await beginSession(services, { ...proven, acceptsTerms: acceptsTerms(services, body) });

    return loginAnswer(proven, session, services);
  },
);
