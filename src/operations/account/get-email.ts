import { addressState } from '../../accounts/profile/address-state.ts';
import { done } from '../../http/envelope.ts';
import { authenticate, refuseSuspended } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { AddressState } from '../schemas.ts';

export const getEmail = operation(
  {
    id: 'getEmail',
    summary: 'Read the own e-mail address',
    description: 'With the change of it that waits to be confirmed, if there is one.',
    tag: 'Change of address',
    message: 'Address retrieved successfully',
    bearer: 'auth',
    answers: AddressState,
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    return done(await addressState(services.db, user));
  },
);
