import { success } from '../../../http/envelope.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { deleteAccount } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminDeleteUser = adminOperation(
  {
    id: 'adminDeleteUser',
    summary: 'Delete an account at once, with everything in it; its owner is told by e-mail',
    answers: EmptyObject,
    errors: deleteAccount.errors,
  },
  async (context) => {
    await deleteAccount.run(context, await userToChange(context));
    return success('Account deleted', {});
  },
);
