import type { ApiRequest, Services } from '../http/api-request.ts';
import { bearer, refuseSuspended } from '../http/authenticate.ts';
import { type Answer, success } from '../http/envelope.ts';
import * as audit from '../store/audit.ts';
import * as users from '../store/users.ts';

export async function verify(request: ApiRequest, services: Services): Promise<Answer> {
  const { user } = await bearer(request, services, 'account_verification');
  refuseSuspended(user);
  if (user.accountStatus === 'ACTIVE') return success('Account already verified', {});
  // A suspension or another click may have come since; only the write itself knows.
  const activated = await users.activate(services.db, user.id, [audit.record('verified', user.id, request.origin)]);
  return activated ? success('Account verified successfully', {}) : verify(request, services);
}
