import { resendVerification } from '../../../accounts/administration/mail-by-admin.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { AdministratorProtected, AlreadyVerified, TooManyEmails, WrongStatus } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { userToChange } from './target-user.ts';

export const adminResendVerification = adminOperation(
  {
    id: 'adminResendVerification',
    summary: "Resend an account's verification e-mail",
    description: 'Or its invitation, where it waits for that.',
    tag: 'Administration: users',
    message: 'A verification link is on its way',
    answers: EmptyObject,
    errors: [AdministratorProtected, AlreadyVerified, WrongStatus, TooManyEmails],
  },
  async (context) => {
    const user = await userToChange(context);
    if (user.accountStatus === 'ACTIVE') throw new ApiError(AlreadyVerified);
    if (user.accountStatus === 'SUSPENDED') throw new ApiError(WrongStatus, { status: user.accountStatus });
    await resendVerification(context.services, user, context.admin.actor);
    return done({});
  },
);
