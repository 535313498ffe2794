import { listSessionsOf } from '../../../accounts/sign-in/list-sessions.ts';
import { done } from '../../../http/envelope.ts';
import { list } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { UserSession } from '../users/schema.ts';
import { targetUser } from '../users/target-user.ts';

export const adminListUserSessions = adminOperation(
  {
    id: 'adminListUserSessions',
    summary: "List a user's sessions",
    description: 'Last used first.',
    tag: 'Administration: sessions',
    message: 'Sessions retrieved successfully',
    answers: list(UserSession),
  },
  async (context) => {
    const { id } = await targetUser(context);
    return done(await listSessionsOf(context.services.db, id));
  },
);
