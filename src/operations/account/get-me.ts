import { safeUser } from '../../accounts/user-representations.ts';
import { done } from '../../http/envelope.ts';
import { ServerErrorTryLater } from '../errors.ts';
import { protectedOperation } from '../protected-operation.ts';
import { SafeUser } from '../schemas.ts';

export const getMe = protectedOperation(
  {
    id: 'getMe',
    summary: 'Get your profile',
    description: 'Returns the account that the access token belongs to.',
    tag: 'Accounts',
    message: 'Details retrieved successfully',
    bearer: 'auth',
    whileActing: true,
    answers: SafeUser,
    failure: ServerErrorTryLater,
  },
  async (_request, services, { user }) => done(safeUser(user, services.fields)),
);
