import type { ApiRequest, Services } from '../http/api-request.ts';
import { bearer, invalidToken } from '../http/authenticate.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import * as audit from '../store/audit.ts';
import * as users from '../store/users.ts';
import { passwordNotice } from './password-notice.ts';

export async function resetPassword(request: ApiRequest, services: Services): Promise<Answer> {
  const { user, claims } = await bearer(request, services, 'password_reset');
  // The link was made for a password that is gone: it was used, or another way was quicker.
  if (claims.version !== user.credentialVersion) throw invalidToken();

  const newPassword = (await request.body()).secret('new_password');
  if (newPassword === '') throw new ApiError('missing_field', 'New password is required');
  const weakness = services.passwordProblem(newPassword, 'replacement');
  if (weakness) throw new ApiError('weak_password', weakness);

  const newHash = await services.passwords.hash(newPassword, request);
  const replaced = await users.replacePassword(services.db, user, newHash, [
    audit.record('reset_done', user.id, request.origin),
    ...passwordNotice(request, services, user),
  ]);
  if (!replaced) throw invalidToken();
  services.wakeMail();

  return success('Password reset successful', {});
}
