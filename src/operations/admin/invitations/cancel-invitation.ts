import { done } from '../../../http/envelope.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { cancelInvitation } from '../users/account-actions.ts';
import { userToChange } from '../users/target-user.ts';

export const adminCancelInvitation = adminOperation(
  {
    id: 'adminCancelInvitation',
    summary: 'Cancel an invitation',
    description: 'Removes the unused account: the link stops working, and the address becomes available again.',
    tag: 'Administration: users',
    message: 'Invitation cancelled',
    answers: EmptyObject,
    errors: cancelInvitation.errors,
  },
  async (context) => {
    await cancelInvitation.run(context, await userToChange(context));
    return done({});
  },
);
