import { object } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { IdentityTaken, InvalidIdentity, ProviderLinked, ProviderNotFound } from './errors.ts';
import * as ownIdentities from './own-identities.ts';
import { ticketMember } from './schemas.ts';

export const linkIdentity = protectedOperation(
  {
    id: 'linkIdentity',
    summary: 'Link a login with a provider',
    description:
      'From then on it can log in. The ticket is one that this session has begun ' +
      '(`POST /api/me/identities/begin`), or of a login with the address of the account.',
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
    const body = await request.body();
    const ticket = services.identities.readTicket(body.rawText('ticket'), ownIdentities.mayBeLinkedBy(owner));
    await ownIdentities.linkIdentity(services, owner, ticket);
    return done({});
  },
);
