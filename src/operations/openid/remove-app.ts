import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { change, happening } from '../../store/change.ts';
import { must } from '../../store/engine/database.ts';
import { ofApp } from '../../store/tables/openid-clients.ts';
import * as grants from '../../store/tables/openid-grants.ts';
import { AppNotFound, ServerErrorTryLater } from '../errors.ts';
import { protectedOperation } from '../protected-operation.ts';
import { EmptyObject } from '../schemas.ts';

export const removeApp = protectedOperation(
  {
    id: 'removeApp',
    summary: "Revoke an app's access",
    description: 'Ends its tokens. The app has to ask for consent again.',
    tag: 'Apps',
    message: 'The app was removed',
    bearer: 'auth',
    needsSession: true,
    answers: EmptyObject,
    errors: [AppNotFound],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, actor }) => {
    const clientId = request.params.id ?? '';
    await services.db.commit(
      actor,
      change(happening('app_removed', ofApp(user.id, clientId)), {
        app: must(grants.remove(user.id, clientId), new ApiError(AppNotFound)),
        records: grants.removeRecords(user.id, clientId),
      }),
    );
    return done({});
  },
);
