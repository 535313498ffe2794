import { endOtherSessions } from '../../accounts/end-sessions.ts';
import { success } from '../../http/envelope.ts';
import { authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { EndedSessions } from '../schemas.ts';

export const endOwnOtherSessions = operation(
  {
    id: 'endOtherSessions',
    summary: 'End every session of the account but the one of the access token',
    bearer: 'auth',
    fresh: true,
    answers: EndedSessions,
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const recent = await requireRecentLogin(claims, services);

    const ended = await endOtherSessions(services.db, user.id, recent, request.requester);

    return success('Other sessions ended', { ended });
  },
);
