import { safeUser } from '../../../accounts/user-representations.ts';
import { done } from '../../../http/envelope.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { suspendAccount } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminSuspendUser = adminOperation(
  {
    id: 'adminSuspendUser',
    summary: 'Suspend an account',
    description: 'Ends its sessions. The owner cannot log in until the account is reinstated.',
    tag: 'Administration: users',
    message: 'Account suspended',
    answers: SafeUser,
    example: { account_status: 'SUSPENDED' },
    errors: suspendAccount.errors,
  },
  async (context) => {
    const suspended = await suspendAccount.run(context, await userToChange(context));
    return done(safeUser(suspended, context.services.fields));
  },
);
