import { LastWayIn } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { IdentityNotFound } from './errors.ts';
import * as ownIdentities from './own-identities.ts';

export const unlinkIdentity = protectedOperation(
  {
    id: 'unlinkIdentity',
    summary: 'Unlink a login with a provider',
    description: 'Ends all other sessions. The last way into the account cannot be removed.',
    tag: 'Login with other providers',
    message: 'Login unlinked',
    bearer: 'auth',
    needsRecentLogin: 'with second factor',
    answers: EmptyObject,
    errors: [IdentityNotFound, LastWayIn],
  },
  async (request, services, owner) => {
    await ownIdentities.unlinkIdentity(services, owner, request.params.id ?? '');
    return done({});
  },
);
