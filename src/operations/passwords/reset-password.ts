import { checkNewPassword } from '../../accounts/passwords/password-policy.ts';
import { replacePassword } from '../../accounts/passwords/replace-password.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { newPasswordMember } from '../body-members.ts';
import { InvalidToken, NewPasswordRequired, ServerErrorTryLater } from '../errors.ts';
import { object } from '../json-schema.ts';
import { protectedOperation } from '../protected-operation.ts';
import { EmptyObject } from '../schemas.ts';

export const resetPassword = protectedOperation(
  {
    id: 'resetPassword',
    summary: 'Reset your password',
    description:
      'Takes the token of the reset e-mail, which works once. Ends every session and voids every other link.',
    tag: 'Passwords',
    message: 'Password reset successful',
    bearer: 'password_reset',
    accountStatus: 'any',
    body: object({ new_password: newPasswordMember }),
    choosesPassword: true,
    answers: EmptyObject,
    errors: [NewPasswordRequired],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, claims }) => {
    // The token was issued for a password that has been replaced since.
    if (claims.version !== user.credentialVersion) throw new ApiError(InvalidToken, { reason: 'used' });

    const newPassword = (await request.body()).rawText('new_password');
    if (newPassword === '') throw new ApiError(NewPasswordRequired);
    const chosen = { field: 'new_password', password: newPassword };
    const passwordWarning = await checkNewPassword(services, request, chosen, 'replacement');

    await replacePassword(services, { user, newPassword, event: 'reset_done' }, request);

    return { ...done({}), passwordWarning };
  },
);
