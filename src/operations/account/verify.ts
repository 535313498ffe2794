import { promotionOfRegistered } from '../../accounts/administration/first-admin.ts';
import { done, success } from '../../http/envelope.ts';
import { change, happening } from '../../store/change.ts';
import * as users from '../../store/tables/users.ts';
import { protectedOperation } from '../protected-operation.ts';
import { EmptyObject } from '../schemas.ts';

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
    const promotion = await promotionOfRegistered(services, user, request);
    await services.db.commit(
      actor,
      change(
        happening('verified', user.id),
        { account: users.activate(user.id), ...promotion?.steps },
        { events: promotion?.events ?? [], emails: promotion?.emails ?? [] },
      ),
    );
    return done({});
  },
);
