import { safeUser } from '../../../accounts/user-representations.ts';
import { success } from '../../../http/envelope.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { suspendAccount } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminSuspendUser = adminOperation(
  {
    id: 'adminSuspendUser',
    summary: 'Suspend an account and end its sessions',
    answers: SafeUser,
    errors: suspendAccount.errors,
  },
  async (context) => {
    const suspended = await suspendAccount.run(context, await userToChange(context));
    return success('Account suspended', safeUser(suspended));
  },
);
