import { done } from '../../../http/envelope.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { deleteAccount } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminDeleteUser = adminOperation(
  {
    id: 'adminDeleteUser',
    summary: 'Delete an account',
    description: 'Immediately, with everything in it. The owner is notified by e-mail.',
    tag: 'Administration: users',
    message: 'Account deleted',
    answers: EmptyObject,
    errors: deleteAccount.errors,
  },
  async (context) => {
    await deleteAccount.run(context, await userToChange(context));
    return done({});
  },
);
