import { ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EndedSessions } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { endSessionsExcept } from '../sign-in/end-sessions.ts';

export const endOtherSessions = protectedOperation(
  {
    id: 'endOtherSessions',
    summary: 'End all your other sessions',
    description: 'Ends every session of the account except the one of the access token.',
    tag: 'Sessions',
    message: 'Other sessions ended',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: EndedSessions,
    failure: ServerErrorTryLater,
  },
  async (_request, services, { user, recentLogin, actor }) => {
    const ended = await endSessionsExcept(services.db, user.id, recentLogin.sessionId, actor);

    return done({ ended });
  },
);
