import { ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { Sessions } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { listSessionsOf } from '../sign-in/list-sessions.ts';

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
