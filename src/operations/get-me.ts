import { safeUser } from '../accounts/user.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import { bearer, refuseSuspended } from '../http/authenticate.ts';
import { type Answer, success } from '../http/envelope.ts';

export async function getMe(request: ApiRequest, services: Services): Promise<Answer> {
  const { user } = await bearer(request, services, 'auth');
  refuseSuspended(user);
  return success('Details retrieved successfully', safeUser(user));
}
