import { safeUser } from '../../accounts/user-representations.ts';
import { success } from '../../http/envelope.ts';
import { authenticate, refuseSuspended } from '../authenticate.ts';
import { AccountSuspended, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { SafeUser } from '../schemas.ts';

export const getMe = operation(
  {
    id: 'getMe',
    summary: 'Read the own profile',
    bearer: 'auth',
    answers: SafeUser,
    errors: [AccountSuspended],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'auth');
    refuseSuspended(user);
    return success('Details retrieved successfully', safeUser(user));
  },
);
