import { sendReset } from '../../../accounts/mail-by-admin.ts';
import { ApiError } from '../../../http/api-error.ts';
import { success } from '../../../http/envelope.ts';
import { AdministratorProtected, TooManyEmails, WrongStatus } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const adminSendReset = adminOperation(
  {
    id: 'adminSendReset',
    summary: 'Send the owner of an account a link to choose a new password',
    answers: EmptyObject,
    errors: [AdministratorProtected, WrongStatus, TooManyEmails],
  },
  async (context) => {
    const user = await userToChange(context);
    if (user.accountStatus === 'SUSPENDED') throw new ApiError(WrongStatus, { status: user.accountStatus });
    await sendReset(context.services, user, context.admin.actor);
    return success('A reset link is on its way', {});
  },
);
