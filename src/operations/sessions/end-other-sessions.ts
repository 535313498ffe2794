import { endSessionsBesides } from '../../accounts/end-sessions.ts';
import { success } from '../../http/envelope.ts';
import { authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { EndedSessions } from '../schemas.ts';

export const endOtherSessions = operation(
  {
    id: 'endOtherSessions',
    summary: 'End every session of the account but the one of the access token',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: EndedSessions,
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const recentLogin = await requireRecentLogin(claims, services);

    const ended = await endSessionsBesides(services.db, user.id, recentLogin, request.requester);

    return success('Other sessions ended', { ended });
  },
);
