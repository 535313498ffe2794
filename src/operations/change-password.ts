import type { ApiRequest, Services } from '../http/api-request.ts';
import { bearer, refuseSuspended } from '../http/authenticate.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import * as audit from '../store/audit.ts';
import * as users from '../store/users.ts';
import { passwordNotice } from './password-notice.ts';

export async function changePassword(request: ApiRequest, services: Services): Promise<Answer> {
  const { db, passwords, passwordProblem, throttle } = services;
  const { user } = await bearer(request, services, 'auth');
  refuseSuspended(user);

  const body = await request.body();
  const currentPassword = body.secret('current_password');
  const newPassword = body.secret('new_password');
  if (currentPassword === '' || newPassword === '') {
    throw new ApiError('missing_field', 'Current and new password are required');
  }

  // A guess here is a guess at the same password as at login, and counts as one.
  const { origin } = request;
  await throttle.refuseGuessing(user.email, origin);
  const isRight = await passwords.matches(currentPassword, user, request);
  const failure = isRight ? undefined : ({ event: 'password_change_failed', userId: user.id } as const);
  await throttle.judgeGuess(user.email, origin, failure);
  if (!isRight) throw wrongCurrentPassword();

  const weakness = passwordProblem(newPassword, 'replacement');
  if (weakness) throw new ApiError('weak_password', weakness);

  const newHash = await passwords.hash(newPassword, request);
  const replaced = await users.replacePassword(db, user, newHash, [
    audit.record('password_changed', user.id, origin),
    ...passwordNotice(request, services, user),
  ]);
  // Another change came first: what was the current password is not any more.
  if (!replaced) throw wrongCurrentPassword();
  services.wakeMail();

  return success('Password changed successfully', {});
}

const wrongCurrentPassword = () => new ApiError('wrong_current_password', 'Current password is incorrect');
