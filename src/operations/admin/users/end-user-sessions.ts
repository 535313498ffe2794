import { done } from '../../../http/envelope.ts';
import { EndedSessions } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { endAccountSessions } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminEndUserSessions = adminOperation(
  {
    id: 'adminEndUserSessions',
    summary: "End all of a user's sessions",
    description: 'Also cancels a pending change of address.',
    tag: 'Administration: users',
    message: 'Sessions ended',
    answers: EndedSessions,
    errors: endAccountSessions.errors,
  },
  async (context) => {
    const ended = await endAccountSessions.run(context, await userToChange(context));
    return done({ ended });
  },
);
