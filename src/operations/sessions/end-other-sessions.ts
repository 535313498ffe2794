import { endSessionsBesides } from '../../accounts/sign-in/end-sessions.ts';
import { done } from '../../http/envelope.ts';
import { owner } from '../../store/tables/events.ts';
import { authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { EndedSessions } from '../schemas.ts';

export const endOtherSessions = operation(
  {
    id: 'endOtherSessions',
    summary: 'End all other sessions',
    description: 'Every session of the account but the one of the access token.',
    tag: 'Sessions',
    message: 'Other sessions ended',
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

    const ended = await endSessionsBesides(services.db, user.id, recentLogin.sessionId, owner(request.requester));

    return done({ ended });
  },
);
