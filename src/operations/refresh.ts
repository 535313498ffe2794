import { hashRefreshToken } from '../accounts/refresh-token.ts';
import { safeUser } from '../accounts/user.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import { userNotFound } from '../http/authenticate.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import * as refreshTokens from '../store/refresh-tokens.ts';

export async function refresh(request: ApiRequest, { db, tokens }: Services): Promise<Answer> {
  const refreshToken = (await request.body()).text('refresh_token');
  if (refreshToken === '') throw new ApiError('missing_field', 'Refresh token is required');

  const found = await refreshTokens.find(db, hashRefreshToken(refreshToken));
  if (!found) throw new ApiError('invalid_refresh_token', 'Invalid or expired refresh token');
  if (!found.owner) throw userNotFound();

  return success('Access token refreshed', {
    access_token: tokens.access(found.owner),
    user: safeUser(found.owner),
  });
}
