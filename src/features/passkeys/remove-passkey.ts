import { LastWayIn } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { PasskeyNotFound } from './declared.ts';
import * as ownPasskeys from './own-passkeys.ts';

export const removePasskey = protectedOperation(
  {
    id: 'removePasskey',
    summary: 'Remove a passkey',
    description: 'The last way into the account cannot be removed.',
    tag: 'Passkeys',
    message: 'Passkey removed',
    bearer: 'auth',
    needsRecentLogin: 'with second factor',
    answers: EmptyObject,
    errors: [PasskeyNotFound, LastWayIn],
  },
  async (request, services, owner) => {
    // Another user's passkey is answered like one that does not exist.
    await ownPasskeys.removePasskey(services, owner, request.params.id ?? '');
    return done({});
  },
);
