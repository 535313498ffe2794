import * as ownPasskeys from '../../../accounts/passkeys/own-passkeys.ts';
import { success } from '../../../http/envelope.ts';
import { authenticate, refuseSuspended } from '../../authenticate.ts';
import { AccountSuspended } from '../../errors.ts';
import { operation } from '../../operation.ts';
import { Passkeys } from '../schemas.ts';

export const listPasskeys = operation(
  {
    id: 'listPasskeys',
    summary: 'List the passkeys of the account, with what the Signal API of browsers needs',
    bearer: 'auth',
    answers: Passkeys,
    errors: [AccountSuspended],
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const { relyingParty } = services.passkeys;
    return success(
      'Passkeys retrieved successfully',
      await ownPasskeys.listPasskeys(services.db, user, relyingParty()),
    );
  },
);
