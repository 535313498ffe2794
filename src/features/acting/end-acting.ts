import { ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { endActing as end } from './act-as-user.ts';

export const endActing = protectedOperation(
  {
    id: 'endActing',
    summary: 'Stop acting as a user',
    description: 'Takes the token of an administrator who acts as the user, and voids it.',
    tag: 'Sessions',
    message: 'You are no longer acting as this user',
    bearer: 'acting',
    accountStatus: 'any',
    answers: EmptyObject,
    failure: ServerErrorTryLater,
  },
  async (_request, services, { claims: { acting }, requester }) => {
    if (acting) await end(services.db, acting.adminId, requester);
    return done({});
  },
);
