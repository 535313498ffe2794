import { InvalidOrExpiredRefreshToken, RefreshTokenRequired, UserNotFound } from '../../api/errors.ts';
import { object, text } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { Refresh } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { refreshSession } from '../sign-in/refresh-session.ts';
import { safeUser } from '../user-representations.ts';

export const refresh = operation(
  {
    id: 'refresh',
    summary: 'Get a new access token',
    description: 'The refresh token stays the same. With `REFRESH_ROTATION=on`, the answer contains the next one.',
    tag: 'Sessions',
    message: 'Access token refreshed',
    body: object({ refresh_token: text('As returned by the login or the last refresh.') }),
    answers: Refresh,
    errors: [RefreshTokenRequired, InvalidOrExpiredRefreshToken, UserNotFound],
  },
  async (request, services) => {
    const refreshToken = (await request.body()).text('refresh_token');
    if (refreshToken === '') throw new ApiError(RefreshTokenRequired);

    const session = await refreshSession(services, refreshToken, request);
    if (!session) throw new ApiError(InvalidOrExpiredRefreshToken);
    if (!session.owner) throw new ApiError(UserNotFound);

    return done({
      access_token: session.accessToken,
      user: safeUser(session.owner, services.fields),
      refresh_token: session.refreshToken,
    });
  },
);
