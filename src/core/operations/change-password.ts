import { newPasswordMember, passwordMember } from '../../api/body-members.ts';
import {
  BothPasswordsRequired,
  InvalidCode,
  SecondFactorRequired,
  ServerErrorTryLater,
  TooManyAttempts,
  WrongCurrentPassword,
} from '../../api/errors.ts';
import { object, text } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { proveSecondFactor } from '../factors/prove-second-factor.ts';
import { checkNewPassword } from '../passwords/password-policy.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { verifyPassword } from '../passwords/verify-password.ts';

export const changePassword = protectedOperation(
  {
    id: 'changePassword',
    summary: 'Change your password',
    description: 'Ends every session: log in again afterwards.',
    tag: 'Passwords',
    message: 'Password changed successfully',
    bearer: 'auth',
    needsSession: 'with second factor',
    body: object(
      {
        current_password: passwordMember,
        new_password: newPasswordMember,
        code: text('If the account has an authenticator app: six digits from the app, or a recovery code.'),
      },
      { required: ['current_password', 'new_password'] },
    ),
    choosesPassword: true,
    answers: EmptyObject,
    errors: [BothPasswordsRequired, WrongCurrentPassword, SecondFactorRequired, InvalidCode, TooManyAttempts],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user }) => {
    const body = await request.body();
    const currentPassword = body.rawText('current_password');
    const newPassword = body.rawText('new_password');
    if (currentPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'current_password' });
    if (newPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'new_password' });

    // A wrong current password counts towards the limit of wrong passwords at login.
    const guess = {
      account: user.email,
      lookup: { user },
      password: currentPassword,
      failure: 'password_change_failed',
    } as const;
    if (!(await verifyPassword(services, guess, request))) throw new ApiError(WrongCurrentPassword);

    const chosen = { field: 'new_password', password: newPassword };
    const passwordWarning = await checkNewPassword(services, request, chosen, 'replacement');

    // Requires a code however the user logged in: a factor that is a login of its own cannot be sent here.
    const code = body.text('code');
    const { spend, events } = await proveSecondFactor(services, user, code, request.requester, { onlyCodes: true });
    const replacement = { user, newPassword, event: 'password_changed', spend, ...(events && { events }) } as const;
    await replacePassword(services, replacement, request);

    return { ...done({}), passwordWarning };
  },
);
