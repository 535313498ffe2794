import { suspend } from '../../../accounts/suspend.ts';
import { safeUser } from '../../../accounts/user-representations.ts';
import { ApiError } from '../../../http/api-error.ts';
import { success } from '../../../http/envelope.ts';
import { AdministratorProtected, LastAdministratorKept, StatusUnchanged } from '../../errors.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const suspendUser = adminOperation(
  {
    id: 'adminSuspendUser',
    summary: 'Suspend an account and end its sessions',
    answers: SafeUser,
    errors: [AdministratorProtected, LastAdministratorKept, StatusUnchanged],
  },
  async (context) => {
    const user = await userToChange(context);
    const suspended = await suspend(context.services.db, user.id, context.admin.actor);
    if (!suspended) throw new ApiError(StatusUnchanged, { status: 'SUSPENDED' });
    return success('Account suspended', safeUser(suspended));
  },
);
