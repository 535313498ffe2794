import { protectedOperation } from '../../api/protected-operation.ts';
import { done } from '../../http/envelope.ts';
import * as ownIdentities from './own-identities.ts';
import { Identities } from './schemas.ts';

export const listIdentities = protectedOperation(
  {
    id: 'listIdentities',
    summary: 'List your logins with providers',
    description: 'Oldest first.',
    tag: 'Login with other providers',
    message: 'Identities retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    answers: Identities,
  },
  async (_request, services, { user }) => done({ identities: await ownIdentities.listIdentities(services, user) }),
);
