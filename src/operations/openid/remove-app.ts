import { removeApp as remove } from '../../accounts/apps/app-access.ts';
import { done } from '../../http/envelope.ts';
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
    await remove(services.db, user.id, request.params.id ?? '', actor);
    return done({});
  },
);
