import { listSessionsOf } from '../../../accounts/list-sessions.ts';
import { success } from '../../../http/envelope.ts';
import { list } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { UserSession } from '../users/schema.ts';
import { targetUser } from '../users/target-user.ts';

export const adminListUserSessions = adminOperation(
  {
    id: 'adminListUserSessions',
    summary: 'The sessions of an account, the one used last first',
    answers: list(UserSession),
    errors: [],
  },
  async (context) => {
    const { id } = await targetUser(context);
    return success('Sessions retrieved successfully', await listSessionsOf(context.services.db, id));
  },
);
