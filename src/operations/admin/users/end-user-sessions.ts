import { success } from '../../../http/envelope.ts';
import { EndedSessions } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { endAccountSessions } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminEndUserSessions = adminOperation(
  {
    id: 'adminEndUserSessions',
    summary: 'End every session of an account, and a change of its address that waits',
    answers: EndedSessions,
    errors: endAccountSessions.errors,
  },
  async (context) => {
    const ended = await endAccountSessions.run(context, await userToChange(context));
    return success('Sessions ended', { ended });
  },
);
