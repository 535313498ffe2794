import { replacePassword } from '../accounts/replace-password.ts';
import { verifyPassword } from '../accounts/verify-password.ts';
import { ApiError } from '../http/api-error.ts';
import { success } from '../http/envelope.ts';
import { bearer, refuseSuspended } from './authenticate.ts';
import {
  AccountSuspended,
  BothPasswordsRequired,
  Overloaded,
  ServerErrorTryLater,
  TooManyAttempts,
  WeakPassword,
  WrongCurrentPassword,
} from './errors.ts';
import { object, string } from './json-schema.ts';
import { operation } from './operation.ts';
import { Nothing } from './schemas.ts';

export const changePassword = operation(
  {
    id: 'changePassword',
    summary: 'Replace the password; ends the session',
    bearer: 'auth',
    body: object({ current_password: string(), new_password: string() }),
    answers: Nothing,
    errors: [AccountSuspended, BothPasswordsRequired, WrongCurrentPassword, WeakPassword, TooManyAttempts, Overloaded],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user } = await bearer(request, services, 'auth');
    refuseSuspended(user);

    const body = await request.body();
    const currentPassword = body.rawText('current_password');
    const newPassword = body.rawText('new_password');
    if (currentPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'current_password' });
    if (newPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'new_password' });

    // A guess here is a guess at the same password as at login, and counts as one.
    const guess = { account: user.email, user, password: currentPassword, failure: 'password_change_failed' } as const;
    if (!(await verifyPassword(services, guess, request))) throw new ApiError(WrongCurrentPassword);

    const rule = services.brokenPasswordRule(newPassword, 'replacement');
    if (rule) throw new ApiError(WeakPassword, { field: 'new_password', rule });

    const replaced = await replacePassword(services, { user, newPassword, event: 'password_changed' }, request);
    // Another change came first: what was the current password is not any more.
    if (!replaced) throw new ApiError(WrongCurrentPassword);

    return success('Password changed successfully', {});
  },
);
