import { safeUser } from '../../../accounts/user-representations.ts';
import { done } from '../../../http/envelope.ts';
import { SafeUser } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { reinstateAccount } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminReinstateUser = adminOperation(
  {
    id: 'adminReinstateUser',
    summary: 'Reinstate an account',
    description: 'Lets the owner of a suspended account log in again.',
    tag: 'Administration: users',
    message: 'Account reinstated',
    answers: SafeUser,
    errors: reinstateAccount.errors,
  },
  async (context) => {
    const reinstated = await reinstateAccount.run(context, await userToChange(context));
    return done(safeUser(reinstated, context.services.fields));
  },
);
