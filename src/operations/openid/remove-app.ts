import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import * as audit from '../../store/audit.ts';
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
    const app = { userId: user.id, clientId: request.params.id ?? '' };
    const removed = await services.db.batch([
      audit.recordApp('app_removed', app, request.requester),
      ...grants.removeApp(app.userId, app.clientId),
    ]);
    if (!removed) throw new ApiError(AppNotFound);
    return done({});
  },
);
