import type { FactorOwner } from '../../accounts/authenticator-app.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import { type AuthenticateOptions, authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import type { Services } from '../services.ts';

/** For operations that change second factors: a recent login, with the second factor where the account has one already. */
export async function factorOwner(
  request: ApiRequest,
  services: Services,
  options: AuthenticateOptions = {},
): Promise<FactorOwner> {
  const { user, claims } = await authenticate(request, services, 'auth', options);
  refuseSuspended(user);
  const recent = await requireRecentLogin(claims, services, { secondFactor: user.secondFactors !== 0 });
  return { user, recent, requester: request.requester, language: request.language };
}
