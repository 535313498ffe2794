import { ServerErrorTryLater } from '../../../api/errors.ts';
import { protectedOperation } from '../../../api/protected-operation.ts';
import { EmptyObject } from '../../../api/schemas.ts';
import { done } from '../../../http/envelope.ts';
import { AppNotFound } from '../declared.ts';
import { removeApp as remove } from './app-access.ts';

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
