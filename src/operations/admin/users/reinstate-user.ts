import { reinstate } from '../../../accounts/suspend.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { ApiError } from '../../../http/api-error.ts';
import { success } from '../../../http/envelope.ts';
import { AdministratorProtected, StatusUnchanged } from '../../errors.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const reinstateUser = adminOperation(
  {
    id: 'adminReinstateUser',
    summary: 'Let a suspended account log in again',
    answers: SafeUser,
    errors: [AdministratorProtected, StatusUnchanged],
  },
  async (context) => {
    const user = await userToChange(context);
    const reinstated = await reinstate(context.services.db, user.id, context.admin.actor);
    if (!reinstated) throw new ApiError(StatusUnchanged, { status: user.accountStatus });
    return success('Account reinstated', safeUser(reinstated));
  },
);
