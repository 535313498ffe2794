import { sendReset } from '../../../accounts/administration/mail-by-admin.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { AdministratorProtected, TooManyEmails, WrongStatus } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const adminSendReset = adminOperation(
  {
    id: 'adminSendReset',
    summary: 'Send a password reset link',
    description: 'Sends it to the owner of the account.',
    tag: 'Administration: users',
    message: 'A reset link is on its way',
    answers: EmptyObject,
    errors: [AdministratorProtected, WrongStatus, TooManyEmails],
  },
  async (context) => {
    const user = await userToChange(context);
    if (user.accountStatus === 'SUSPENDED') throw new ApiError(WrongStatus, { status: user.accountStatus });
    await sendReset(context.services, user, context.admin.actor);
    return done({});
  },
);
