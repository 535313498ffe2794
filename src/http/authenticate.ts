import type { Claims, Purpose } from '../accounts/signed-tokens.ts';
import type { User } from '../accounts/user.ts';
import * as users from '../store/users.ts';
import type { ApiRequest, Services } from './api-request.ts';
import { ApiError } from './envelope.ts';

/** The claims of the bearer token, if it is one of ours and made for this purpose. */
export function bearerClaims(
  { authorization }: ApiRequest,
  { tokens }: Pick<Services, 'tokens'>,
  purpose: Purpose,
): Claims {
  const [, token] = /^bearer +(\S.*)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) {
    throw new ApiError('bearer_token_required', 'Bearer token is required', { 'www-authenticate': CHALLENGE });
  }
  const claims = tokens.read(token.trim());
  if (!claims) throw invalidToken();
  if (claims.purpose !== purpose) throw wrongPurpose(purpose);
  return claims;
}

/** The same, and the user it was made out to. */
export async function bearer(
  request: ApiRequest,
  services: Pick<Services, 'tokens' | 'db' | 'hardened'>,
  purpose: Purpose,
): Promise<{ user: User; claims: Claims }> {
  const claims = bearerClaims(request, services, purpose);
  const user = await users.byId(services.db, claims.userId);
  if (!user) throw userNotFound();
  if (services.hardened && purpose === 'auth' && claims.version !== user.credentialVersion) throw invalidToken();
  return { user, claims };
}

export function refuseSuspended(user: User): void {
  if (user.accountStatus === 'SUSPENDED') throw accountIs(user);
}

export const accountIs = (user: User) => new ApiError('account_not_active', `Account is ${user.accountStatus}`);

export const userNotFound = () => new ApiError('user_not_found', 'User not found');

export const invalidToken = () =>
  new ApiError('invalid_token', 'Invalid or expired token', { 'www-authenticate': INVALID_TOKEN_CHALLENGE });

/** The document answers a mailed token in the wrong place with 400 and a wrong access token with 401. */
const wrongPurpose = (expected: Purpose) =>
  expected === 'auth'
    ? new ApiError('wrong_access_token_purpose', 'Invalid token purpose', {
        'www-authenticate': INVALID_TOKEN_CHALLENGE,
      })
    : new ApiError('wrong_token_purpose', 'Invalid token purpose');

const CHALLENGE = 'Bearer realm="latchkey"';
const INVALID_TOKEN_CHALLENGE = `${CHALLENGE}, error="invalid_token", error_description="The token is invalid or expired"`;
