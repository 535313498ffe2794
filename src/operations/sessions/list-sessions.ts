import { listSessionsOf } from '../../accounts/sign-in/list-sessions.ts';
import { done } from '../../http/envelope.ts';
import { ServerErrorTryLater } from '../errors.ts';
import { protectedOperation } from '../protected-operation.ts';
import { Sessions } from '../schemas.ts';

export const listSessions = protectedOperation(
  {
    id: 'listSessions',
    summary: 'List your sessions',
    description: 'The logged-in devices, last used first.',
    tag: 'Sessions',
    message: 'Sessions retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    answers: Sessions,
    failure: ServerErrorTryLater,
  },
  async (_request, services, { user, claims }) => {
    const sessions = await listSessionsOf(services.db, user.id);
    const { mode } = services.sessionPolicy;
    return done(
      sessions.map((session) => ({
        ...session,
        current: session.id === claims.sessionId,
        // With one session per user a refresh writes nothing, so the last use is unknown.
        last_used_at: mode === 'single' ? null : session.last_used_at,
      })),
    );
  },
);
