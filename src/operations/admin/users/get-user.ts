import { done } from '../../../http/envelope.ts';
import { adminOperation } from '../admin-operation.ts';
import { UserDetails } from './schema.ts';
import { detailsOf, targetUser } from './target-user.ts';

export const adminGetUser = adminOperation(
  {
    id: 'adminGetUser',
    summary: 'Get an account',
    description: 'Profile, factors, sessions, latest e-mails and events.',
    tag: 'Administration: users',
    message: 'User retrieved successfully',
    answers: UserDetails,
  },
  async (context) => {
    const user = await targetUser(context);
    return done(await detailsOf(context, user));
  },
);
