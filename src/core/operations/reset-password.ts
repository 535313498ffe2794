import { newPasswordMember } from '../../api/body-members.ts';
import { InvalidToken, NewPasswordRequired, ServerErrorTryLater } from '../../api/errors.ts';
import { object } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { checkNewPassword } from '../passwords/password-policy.ts';
import { replacePassword } from '../passwords/replace-password.ts';

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
