import { RegistrationClosed } from '../../api/errors.ts';
import { object, text } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { done } from '../../http/envelope.ts';
import {
  InvalidIdentity,
  LoginMisconfigured,
  ProviderMisconfigured,
  ProviderNotFound,
  ProviderUnavailable,
} from './errors.ts';
import { nextStep } from './match-account.ts';
import { findAccount } from './prove-identity.ts';
import { ProvenIdentity } from './schemas.ts';

export const finishIdentity = operation(
  {
    id: 'finishIdentity',
    summary: 'Finish a login with a provider',
    description:
      'Takes the parameters with which the provider sent the browser back, and returns a ticket. Begins no ' +
      'session: `next` says what to do with the ticket.',
    tag: 'Login with other providers',
    message: 'Confirmed by the provider',
    body: object({
      flow: text('From the answer of `POST /api/identity/begin`.'),
      address: text('The full address to which the provider sent the browser.'),
    }),
    answers: ProvenIdentity,
    errors: [
      LoginMisconfigured,
      InvalidIdentity,
      ProviderNotFound,
      ProviderMisconfigured,
      ProviderUnavailable,
      RegistrationClosed,
    ],
  },
  async (request, services) => {
    const body = await request.body();
    const [flow, address] = [body.rawText('flow'), body.rawText('address')];
    const { ticket, identity, bound } = await services.identities.finish(flow, address, request.requester);
    const { match, user } = await findAccount(services, identity);
    const { provider, fullName } = identity;
    const email = match === 'login' && user ? user.email : identity.email;
    return done({ ticket, next: bound?.purpose ?? nextStep(match), provider, email, full_name: fullName });
  },
);
