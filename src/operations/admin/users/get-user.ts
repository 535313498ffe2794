import { safeUser } from '../../../accounts/user-representations.ts';
import { success } from '../../../http/envelope.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { targetUser } from './target-user.ts';

export const getUser = adminOperation(
  { id: 'adminGetUser', summary: 'Read one account', answers: SafeUser, errors: [] },
  async (context) => success('User retrieved successfully', safeUser(await targetUser(context))),
);
