import { ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { SafeUser } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { safeUser } from '../user-representations.ts';

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
