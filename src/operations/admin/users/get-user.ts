import { userDetails } from '../../../accounts/user-details.ts';
import { success } from '../../../http/envelope.ts';
import { adminOperation } from '../admin-operation.ts';
import { UserDetails } from './schema.ts';
import { targetUser } from './target-user.ts';

export const adminGetUser = adminOperation(
  {
    id: 'adminGetUser',
    summary: 'Read one account: profile, factors, sessions, latest e-mails and events',
    answers: UserDetails,
    errors: [],
  },
  async (context) => {
    const user = await targetUser(context);
    return success('User retrieved successfully', await userDetails(context.services.db, user));
  },
);
