import { endActing as end } from '../../accounts/administration/act-as-user.ts';
import { done } from '../../http/envelope.ts';
import { authenticate } from '../authenticate.ts';
import { ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const endActing = operation(
  {
    id: 'endActing',
    summary: 'Stop acting as a user',
    description: 'With the token of an administrator who acts as the user: it opens nothing afterwards.',
    tag: 'Sessions',
    message: 'You are no longer acting as this user',
    bearer: 'acting',
    answers: EmptyObject,
    errors: [],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { acting } = await authenticate(request, services, 'acting');
    if (acting) await end(services.db, acting.adminId, request.requester);
    return done({});
  },
);
