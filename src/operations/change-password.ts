import { ApiError } from '../http/api-error.ts';
import { success } from '../http/envelope.ts';
import * as audit from '../store/audit.ts';
import * as users from '../store/users.ts';
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
import { passwordNotice } from './password-notice.ts';
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
    const { db, passwords, brokenPasswordRule, throttle } = services;
    const { user } = await bearer(request, services, 'auth');
    refuseSuspended(user);

    const body = await request.body();
    const currentPassword = body.secret('current_password');
    const newPassword = body.secret('new_password');
    if (currentPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'current_password' });
    if (newPassword === '') throw new ApiError(BothPasswordsRequired, { field: 'new_password' });

    // A guess here is a guess at the same password as at login, and counts as one.
    const { origin } = request;
    await throttle.refuseGuessing(user.email, origin);
    const isRight = await passwords.matches(currentPassword, user, request);
    const failure = isRight ? undefined : ({ event: 'password_change_failed', userId: user.id } as const);
    await throttle.judgeGuess(user.email, origin, failure);
    if (!isRight) throw new ApiError(WrongCurrentPassword);

    const rule = brokenPasswordRule(newPassword, 'replacement');
    if (rule) throw new ApiError(WeakPassword, { field: 'new_password', rule });

    const newHash = await passwords.hash(newPassword, request);
    const replaced = await users.replacePassword(db, user, newHash, [
      audit.record('password_changed', user.id, origin),
      ...passwordNotice(request, services, user),
    ]);
    // Another change came first: what was the current password is not any more.
    if (!replaced) throw new ApiError(WrongCurrentPassword);
    services.wakeMail();

    return success('Password changed successfully', {});
  },
);
