import type { FactorOwner } from '../../accounts/factors/authenticator-app.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import type { Claims } from '../../tokens/signed-tokens.ts';
import { type AuthenticateOptions, authenticate, refuseSuspended, requireRecentLogin } from '../authenticate.ts';
import type { Services } from '../services.ts';

/** The owner, with what the access token says of the login. */
export interface AuthenticatedOwner extends FactorOwner {
  readonly claims: Claims;
}

/** For operations that change second factors: a recent login, with the second factor if the account has one. */
export async function factorOwner(
  request: ApiRequest,
  services: Services,
  options: AuthenticateOptions = {},
): Promise<AuthenticatedOwner> {
  const { user, claims } = await authenticate(request, services, 'auth', options);
  refuseSuspended(user);
  const recentLogin = await requireRecentLogin(claims, services, { secondFactor: user.secondFactors !== 0 });
  return { user, claims, recentLogin, requester: request.requester, language: request.language };
}
