import { promotionOfRegistered } from '../../accounts/first-admin.ts';
import { done, success } from '../../http/envelope.ts';
import * as audit from '../../store/audit.ts';
import * as users from '../../store/users.ts';
import { authenticate, refuseSuspended } from '../authenticate.ts';
import { AccountSuspended } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const verify: Operation = operation(
  {
    id: 'verify',
    summary: 'Activate an account',
    description:
      'With the token of the verification e-mail. The link may be used again: the answer then has `X-Result: ' +
      'already_verified`.',
    tag: 'Accounts',
    message: 'Account verified successfully',
    bearer: 'account_verification',
    results: ['already_verified'],
    answers: EmptyObject,
    errors: [AccountSuspended],
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'account_verification');
    refuseSuspended(user);
    if (user.accountStatus === 'ACTIVE') {
      return { ...success('Account already verified', {}), result: 'already_verified' };
    }
    // The write is conditional: when a concurrent request changed the account, the checks run again.
    const promotion = await promotionOfRegistered(services, user, request);
    const verified = audit.record('verified', user.id, request.requester);
    const activated = await users.activate(services.db, user.id, [verified, ...promotion]);
    if (promotion.length > 0) services.wakeMail();
    return activated ? done({}) : verify.run(request, services);
  },
);
