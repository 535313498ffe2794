import { safeUser } from '../accounts/user.ts';
import { ApiError } from '../http/api-error.ts';
import { success } from '../http/envelope.ts';
import * as refreshTokens from '../store/refresh-tokens.ts';
import { hashRefreshToken } from '../tokens/refresh-token.ts';
import { InvalidOrExpiredRefreshToken, RefreshTokenRequired, UserNotFound } from './errors.ts';
import { object, text } from './json-schema.ts';
import { operation } from './operation.ts';
import { Refresh } from './schemas.ts';

export const refresh = operation(
  {
    id: 'refresh',
    summary: 'Get a new access token',
    body: object({ refresh_token: text('As it was handed out at login.') }),
    answers: Refresh,
    errors: [RefreshTokenRequired, InvalidOrExpiredRefreshToken, UserNotFound],
  },
  async (request, { db, tokens }) => {
    const refreshToken = (await request.body()).text('refresh_token');
    if (refreshToken === '') throw new ApiError(RefreshTokenRequired);

    const found = await refreshTokens.find(db, hashRefreshToken(refreshToken));
    if (!found) throw new ApiError(InvalidOrExpiredRefreshToken);
    if (!found.owner) throw new ApiError(UserNotFound);

    return success('Access token refreshed', {
      access_token: tokens.access(found.owner),
      user: safeUser(found.owner),
    });
  },
);
