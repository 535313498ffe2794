import { ServerErrorTryLater, SessionNotFound } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { endOneSession } from '../sign-in/end-sessions.ts';

export const endSession = protectedOperation(
  {
    id: 'endSession',
    summary: 'End a session',
    description: 'For example, the session of a lost device.',
    tag: 'Sessions',
    message: 'Session ended',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: EmptyObject,
    errors: [SessionNotFound],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, recentLogin, actor }) => {
    // Another user's session is answered like one that does not exist.
    await endOneSession(services.db, user.id, request.params.id ?? '', recentLogin, actor);

    return done({});
  },
);
