import { endOneSession } from '../../accounts/sign-in/end-sessions.ts';
import { done } from '../../http/envelope.ts';
import { owner } from '../../store/tables/events.ts';
import { authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater, SessionNotFound } from '../errors.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const endSession = operation(
  {
    id: 'endSession',
    summary: 'End one of the own sessions',
    description: 'Such as that of a lost device.',
    tag: 'Sessions',
    message: 'Session ended',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: EmptyObject,
    errors: [AccountSuspended, SessionNotFound],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    const recentLogin = await requireRecentLogin(claims, services);

    // A session of somebody else is answered like one that does not exist.
    await endOneSession(services.db, user.id, request.params.id ?? '', recentLogin, owner(request.requester));

    return done({});
  },
);
