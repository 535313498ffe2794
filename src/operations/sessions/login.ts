import { beginSession } from '../../accounts/begin-session.ts';
import { canonicalEmail } from '../../accounts/email-address.ts';
import { loginUser } from '../../accounts/user-representations.ts';
import { rehashIfOutdated, verifyPassword } from '../../accounts/verify-password.ts';
import { ApiError } from '../../http/api-error.ts';
import { success } from '../../http/envelope.ts';
import * as users from '../../store/users.ts';
import {
  AccountNotActive,
  EmailAndPasswordRequired,
  InvalidCredentials,
  Overloaded,
  TooManyAttempts,
} from '../errors.ts';
import { object, string, text } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { Login } from '../schemas.ts';

export const login = operation(
  {
    id: 'login',
    summary: 'Log in; ends the session before, if there was one',
    body: object({ email: text('Trimmed and lower-cased.'), password: string() }),
    answers: Login,
    errors: [EmailAndPasswordRequired, InvalidCredentials, AccountNotActive, TooManyAttempts, Overloaded],
  },
  async (request, services) => {
    services.passwords.refuseWhenFull(request);
    const body = await request.body();
    const rawEmail = body.text('email');
    const password = body.rawText('password');
    if (rawEmail === '') throw new ApiError(EmailAndPasswordRequired, { field: 'email' });
    if (password === '') throw new ApiError(EmailAndPasswordRequired, { field: 'password' });

    const email = canonicalEmail(rawEmail);
    const user = await verifyPassword(
      services,
      {
        account: email ?? rawEmail,
        user: email === undefined ? undefined : users.byEmail(services.db, email),
        password,
        failure: 'login_failed',
      },
      request,
    );
    if (!user) throw new ApiError(InvalidCredentials);

    // Throws AccountUnusable unless the account is ACTIVE.
    const { requester, language } = request;
    const session = await beginSession(services, { user, amr: ['pwd'], requester, spend: [], language });
    // A concurrent request replaced the password or suspended the account after the password was checked.
    if (!session) throw new ApiError(InvalidCredentials);
    await rehashIfOutdated(services, user, password, request);

    return success('Login successful', {
      user: loginUser(user),
      access_token: session.accessToken,
      refresh_token: session.refreshToken,
    });
  },
);
