import { operation } from '../../api/operation.ts';
import { done } from '../../http/envelope.ts';
import { IdentityProviders } from './schemas.ts';

export const listIdentityProviders = operation(
  {
    id: 'listIdentityProviders',
    summary: 'List login providers',
    description: 'Services that people can log in with, in the order of `IDENTITY_PROVIDERS`.',
    tag: 'Login with other providers',
    message: 'Providers retrieved successfully',
    answers: IdentityProviders,
  },
  async (_request, { identities }) => done({ providers: identities.list() }),
);
