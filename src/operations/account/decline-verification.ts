import { declineRegistration } from '../../accounts/registration/remove-unverified.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { authenticate, refuseSuspended } from '../authenticate.ts';
import { AccountSuspended, AlreadyVerified } from '../errors.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const declineVerification = operation(
  {
    id: 'declineVerification',
    summary: 'Remove a registration of somebody else',
    description:
      'With the token of the verification e-mail, for the owner of a mailbox who did not register. Address ' +
      'and phone number are free again.',
    tag: 'Accounts',
    message: 'The account has been removed',
    bearer: 'account_verification',
    answers: EmptyObject,
    errors: [AccountSuspended, AlreadyVerified],
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'account_verification');
    refuseSuspended(user);
    if (user.accountStatus === 'ACTIVE') throw new ApiError(AlreadyVerified);
    await declineRegistration(services.db, user.id);
    return done({});
  },
);
