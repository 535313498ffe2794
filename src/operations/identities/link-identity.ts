import { done } from '../../http/envelope.ts';
import * as ownIdentities from '../../identities/own-identities.ts';
import { IdentityTaken, InvalidIdentity, ProviderLinked, ProviderNotFound } from '../errors.ts';
import { object } from '../json-schema.ts';
import { protectedOperation } from '../protected-operation.ts';
import { EmptyObject } from '../schemas.ts';
import { ticketMember } from './schemas.ts';

export const linkIdentity = protectedOperation(
  {
    id: 'linkIdentity',
    summary: 'Link a login with a provider',
    description: 'From then on it can log in. Its address need not be that of the account.',
    tag: 'Login with other providers',
    message: 'Login linked',
    bearer: 'auth',
    accountStatus: 'ACTIVE',
    needsRecentLogin: 'with second factor',
    body: object({ ticket: ticketMember }),
    status: 201,
    answers: EmptyObject,
    errors: [InvalidIdentity, ProviderNotFound, IdentityTaken, ProviderLinked],
  },
  async (request, services, owner) => {
    const ticket = services.identities.readTicket((await request.body()).rawText('ticket'));
    await ownIdentities.linkIdentity(services, owner, ticket);
    return done({});
  },
);
