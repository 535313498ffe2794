import { hashRefreshToken } from '../accounts/refresh-token.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import * as refreshTokens from '../store/refresh-tokens.ts';

export async function logout(request: ApiRequest, { db }: Services): Promise<Answer> {
  const refreshToken = (await request.body()).text('refresh_token');
  if (refreshToken === '') throw new ApiError('missing_field', 'Refresh token is required');

  const removed = await refreshTokens.remove(db, hashRefreshToken(refreshToken));
  if (!removed) throw new ApiError('invalid_refresh_token', 'Invalid refresh token');

  return success('Logged out successfully', {});
}
