import { done } from '../../../http/envelope.ts';
import { EmptyObject } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';
import { resendLink } from './account-actions.ts';
import { userToChange } from './target-user.ts';

export const adminResendVerification = adminOperation(
  {
    id: 'adminResendVerification',
    summary: "Resend an account's verification e-mail",
    description: 'Or its invitation, if that is still open.',
    tag: 'Administration: users',
    message: 'A verification link is on its way',
    answers: EmptyObject,
    errors: resendLink.errors,
  },
  async (context) => {
    await resendLink.run(context, await userToChange(context));
    return done({});
  },
);
