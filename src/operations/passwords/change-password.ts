import { replacePassword } from '../../accounts/replace-password.ts';
import { verifyPassword } from '../../accounts/verify-password.ts';
import { ApiError } from '../../http/api-error.ts';
import { success } from '../../http/envelope.ts';
import { authenticate, refuseSuspended } from '../authenticate.ts';
import {
  AccountSuspended,
  BothPasswordsRequired,
  Overloaded,
  ServerErrorTryLater,
  TooManyAttempts,
  WeakPassword,
  WrongCurrentPassword,
} from '../errors.ts';
import { object, string } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const changePassword = operation(
  {
    id: 'changePassword',
    summary: 'Replace the password; ends the session',
    bearer: 'auth',
    body: object({ current_password: string(), new_password: string() }),
    answers: EmptyObject,
    errors: [AccountSuspended, BothPasswordsRequired, WrongCurrentPassword, WeakPassword, TooManyAttempts, Overloaded],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user } = await authenticate(request, services, 'auth');
    refuseSuspended(user);

    const body = await request.body();
    const currentPassword = body.rawText('current_password');
    const newPassword = body.rawText('new_password');
    if (currentPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'current_password' });
    if (newPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'new_password' });

    // A wrong current password counts towards the same rate limit as a wrong password at login.
    const guess = { account: user.email, user, password: currentPassword, failure: 'password_change_failed' } as const;
    if (!(await verifyPassword(services, guess, request))) throw new ApiError(WrongCurrentPassword);

    const rule = services.brokenPasswordRule(newPassword, 'replacement');
    if (rule) throw new ApiError(WeakPassword, { field: 'new_password', rule });

    const replaced = await replacePassword(services, { user, newPassword, event: 'password_changed' }, request);
    // A concurrent change was committed first, so the given password is no longer the current one.
    if (!replaced) throw new ApiError(WrongCurrentPassword);

    return success('Password changed successfully', {});
  },
);
