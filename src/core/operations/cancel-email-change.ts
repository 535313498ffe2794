import { ServerErrorTryLater, UserNotFound } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { AddressState } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import * as users from '../../store/tables/users.ts';
import { cancelEmailChange as cancelChange } from '../profile/change-email.ts';
import { pendingEmailChange } from '../profile/pending-email-change.ts';

export const cancelEmailChange = protectedOperation(
  {
    id: 'cancelEmailChange',
    summary: 'Cancel your e-mail address change',
    description:
      'Voids the link that was sent to the new address. Needs no recent login, and does nothing if no change is ' +
      'pending.',
    tag: 'Change of address',
    message: 'The change of the email address is cancelled',
    bearer: 'auth',
    needsSession: true,
    answers: AddressState,
    example: { pending: null },
    failure: ServerErrorTryLater,
  },
  async (request, services, { user }) => {
    await cancelChange(services.db, user, request.requester);
    // The change may have been confirmed in the meantime.
    const current = await users.byId(services.db, user.id);
    if (!current) throw new ApiError(UserNotFound);
    return done(await pendingEmailChange(services.db, current));
  },
);
