import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done, success } from '../../http/envelope.ts';
import { verifyAccount } from '../registration/verify-account.ts';

export const verify = protectedOperation(
  {
    id: 'verify',
    summary: 'Verify an account',
    description:
      'Takes the token of the verification e-mail. The link can be used again: the answer then has `X-Result: ' +
      'already_verified`.',
    tag: 'Accounts',
    message: 'Account verified successfully',
    bearer: 'account_verification',
    results: ['already_verified'],
    answers: EmptyObject,
  },
  async (request, services, { user, actor }) => {
    if (user.accountStatus === 'ACTIVE') {
      return { ...success('Account already verified', {}), result: 'already_verified' };
    }
    await verifyAccount(services, user, request, actor);
    return done({});
  },
);
