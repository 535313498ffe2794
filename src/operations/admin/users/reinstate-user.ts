import { safeUser } from '../../../accounts/user-representations.ts';
import { success } from '../../../http/envelope.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { reinstateAccount } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminReinstateUser = adminOperation(
  {
    id: 'adminReinstateUser',
    summary: 'Let a suspended account log in again',
    answers: SafeUser,
    errors: reinstateAccount.errors,
  },
  async (context) => {
    const reinstated = await reinstateAccount.run(context, await userToChange(context));
    return success('Account reinstated', safeUser(reinstated));
  },
);
