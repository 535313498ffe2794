import { AlreadyVerified } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { declineRegistration } from '../registration/remove-unverified.ts';

export const declineVerification = protectedOperation(
  {
    id: 'declineVerification',
    summary: 'Decline a registration you did not make',
    description:
      'Takes the token of the verification e-mail. The account is removed; its address and phone number become ' +
      'available again.',
    tag: 'Accounts',
    message: 'The account has been removed',
    bearer: 'account_verification',
    answers: EmptyObject,
    errors: [AlreadyVerified],
  },
  async (_request, services, { user }) => {
    if (user.accountStatus === 'ACTIVE') throw new ApiError(AlreadyVerified);
    await declineRegistration(services.db, user.id);
    return done({});
  },
);
