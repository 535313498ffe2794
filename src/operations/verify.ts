import { success } from '../http/envelope.ts';
import * as audit from '../store/audit.ts';
import * as users from '../store/users.ts';
import { bearer, refuseSuspended } from './authenticate.ts';
import { AccountSuspended } from './errors.ts';
import { operation } from './operation.ts';
import { Nothing } from './schemas.ts';

export const verify = operation(
  {
    id: 'verify',
    summary: 'Activate the account that an e-mailed link belongs to',
    bearer: 'account_verification',
    answers: Nothing,
    errors: [AccountSuspended],
  },
  async (request, services) => {
    const { user } = await bearer(request, services, 'account_verification');
    refuseSuspended(user);
    if (user.accountStatus === 'ACTIVE') {
      return { ...success('Account already verified', {}), result: 'already_verified' };
    }
    // A suspension or another click may have come since; only the write itself knows.
    const activated = await users.activate(services.db, user.id, [
      audit.record('verified', user.id, request.requester),
    ]);
    return activated ? success('Account verified successfully', {}) : verify.run(request, services);
  },
);
