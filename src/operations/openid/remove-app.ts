import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import * as grants from '../../store/openid-grants.ts';
import { authenticate, refuseSuspended, requireSession } from '../authenticate.ts';
import { AccountSuspended, AppNotFound, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const removeApp = operation(
  {
    id: 'removeApp',
    summary: 'Remove an app from the account',
    description: 'Its tokens end, and it has to ask again.',
    tag: 'Apps',
    message: 'The app was removed',
    bearer: 'auth',
    answers: EmptyObject,
    errors: [AccountSuspended, AppNotFound],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    await requireSession(claims, services);
    if (!(await services.db.batch(grants.removeApp(user.id, request.params.id ?? '')))) throw new ApiError(AppNotFound);
    return done({});
  },
);
