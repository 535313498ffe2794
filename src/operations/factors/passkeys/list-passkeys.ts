import * as ownPasskeys from '../../../accounts/factors/passkeys/own-passkeys.ts';
import { done } from '../../../http/envelope.ts';
import { authenticate, refuseSuspended } from '../../authenticate.ts';
import { AccountSuspended } from '../../errors.ts';
import { operation } from '../../operation.ts';
import { Passkeys } from '../schemas.ts';

export const listPasskeys = operation(
  {
    id: 'listPasskeys',
    summary: 'List the own passkeys',
    description: 'With what the Signal API of browsers needs.',
    tag: 'Passkeys',
    message: 'Passkeys retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    answers: Passkeys,
    errors: [AccountSuspended],
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const { relyingParty } = services.passkeys;
    return done(await ownPasskeys.listPasskeys(services.db, user, relyingParty()));
  },
);
