import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { change, happening } from '../../store/change.ts';
import { must } from '../../store/engine/database.ts';
import { owner } from '../../store/tables/events.ts';
import { ofApp } from '../../store/tables/openid-clients.ts';
import * as grants from '../../store/tables/openid-grants.ts';
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
    const clientId = request.params.id ?? '';
    await services.db.commit(
      owner(request.requester),
      change(happening('app_removed', ofApp(user.id, clientId)), {
        app: must(grants.remove(user.id, clientId), new ApiError(AppNotFound)),
        records: grants.removeRecords(user.id, clientId),
      }),
    );
    return done({});
  },
);
