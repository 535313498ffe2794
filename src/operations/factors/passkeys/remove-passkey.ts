import * as ownPasskeys from '../../../accounts/factors/passkeys/own-passkeys.ts';
import { done } from '../../../http/envelope.ts';
import { AccountSuspended, PasskeyNotFound } from '../../errors.ts';
import { operation } from '../../operation.ts';
import { EmptyObject } from '../../schemas.ts';
import { factorOwner } from '../factor-owner.ts';

export const removePasskey = operation(
  {
    id: 'removePasskey',
    summary: 'Remove a passkey',
    description: 'The password goes on logging in.',
    tag: 'Passkeys',
    message: 'Passkey removed',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: EmptyObject,
    errors: [AccountSuspended, PasskeyNotFound],
  },
  async (request, services) => {
    const owner = await factorOwner(request, services);
    // A passkey of somebody else is answered like one that does not exist.
    await ownPasskeys.removePasskey(services, owner, request.params.id ?? '');
    return done({});
  },
);
