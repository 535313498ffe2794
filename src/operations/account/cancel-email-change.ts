import { addressState } from '../../accounts/profile/address-state.ts';
import { cancelEmailChange as cancelChange } from '../../accounts/profile/change-email.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import * as users from '../../store/tables/users.ts';
import { authenticate, refuseSuspended, requireSession } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater, UserNotFound } from '../errors.ts';
import { operation } from '../operation.ts';
import { AddressState } from '../schemas.ts';

export const cancelEmailChange = operation(
  {
    id: 'cancelEmailChange',
    summary: 'Cancel a change of the own e-mail address',
    description:
      'The link that was sent to the new address works no longer. Needs no recent login, because it only keeps ' +
      'things as they are. Without a change that waits nothing happens.',
    tag: 'Change of address',
    message: 'The change of the email address is cancelled',
    bearer: 'auth',
    answers: AddressState,
    example: { pending: null },
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    await requireSession(claims, services);
    await cancelChange(services.db, user, request.requester);
    // It may have been confirmed just before.
    const current = await users.byId(services.db, user.id);
    if (!current) throw new ApiError(UserNotFound);
    return done(await addressState(services.db, current));
  },
);
