import { safeUser } from '../../accounts/user-representations.ts';
import { done } from '../../http/envelope.ts';
import { authenticate, refuseSuspended } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';

export const getMe = operation(
  {
    id: 'getMe',
    summary: 'Read the own profile',
    description: 'The account that the access token belongs to.',
    tag: 'Accounts',
    message: 'Details retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    answers: SafeUser,
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    return done(safeUser(user));
  },
);
