import { cancelInvitation } from '../../../accounts/registration/invite.ts';
import { done } from '../../../http/envelope.ts';
import { AdministratorProtected, InvitationNotFound } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from '../users/target-user.ts';

export const adminCancelInvitation = adminOperation(
  {
    id: 'adminCancelInvitation',
    summary: 'Cancel an invitation',
    description: 'Removes the account, which nobody has used: the link stops working, and the address is free again.',
    tag: 'Administration: users',
    message: 'Invitation cancelled',
    answers: EmptyObject,
    errors: [AdministratorProtected, InvitationNotFound],
  },
  async (context) => {
    await cancelInvitation(context.services.db, await userToChange(context), context.admin.actor);
    return done({});
  },
);
