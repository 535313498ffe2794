import { InvalidRefreshToken, LogoutFailed, RefreshTokenRequired } from '../../api/errors.ts';
import { object, text } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { endSession } from '../sign-in/end-sessions.ts';

export const logout = operation(
  {
    id: 'logout',
    summary: 'Log out',
    description: 'Ends the session of the refresh token. Its access tokens work until they expire.',
    tag: 'Sessions',
    message: 'Logged out successfully',
    body: object({ refresh_token: text('As returned by the login.') }),
    answers: EmptyObject,
    errors: [RefreshTokenRequired, InvalidRefreshToken],
    failure: LogoutFailed,
  },
  async (request, { db }) => {
    const refreshToken = (await request.body()).text('refresh_token');
    if (refreshToken === '') throw new ApiError(RefreshTokenRequired);

    await endSession(db, refreshToken, request.requester);

    return done({});
  },
);
