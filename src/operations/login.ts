import { canonicalEmail } from '../accounts/email-address.ts';
import { AskerGone, HashingOverloaded, needsRehash } from '../accounts/password-hashing.ts';
import { loginUser, type User } from '../accounts/user.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import { success } from '../http/envelope.ts';
import * as audit from '../store/audit.ts';
import * as refreshTokens from '../store/refresh-tokens.ts';
import * as users from '../store/users.ts';
import { hashRefreshToken, newRefreshToken } from '../tokens/refresh-token.ts';
import {
  AccountNotActive,
  EmailAndPasswordRequired,
  InvalidCredentials,
  Overloaded,
  TooManyAttempts,
} from './errors.ts';
import { object, string, text } from './json-schema.ts';
import { operation } from './operation.ts';
import { Login } from './schemas.ts';

export const login = operation(
  {
    id: 'login',
    summary: 'Log in; ends the session before, if there was one',
    body: object({ email: text('Trimmed and lower-cased.'), password: string() }),
    answers: Login,
    errors: [EmailAndPasswordRequired, InvalidCredentials, AccountNotActive, TooManyAttempts, Overloaded],
  },
  async (request, services) => {
    const { db, passwords, tokens, throttle, refreshTokenTtlMs } = services;
    passwords.refuseWhenFull(request);
    const body = await request.body();
    const rawEmail = body.text('email');
    const password = body.secret('password');
    if (rawEmail === '') throw new ApiError(EmailAndPasswordRequired, { field: 'email' });
    if (password === '') throw new ApiError(EmailAndPasswordRequired, { field: 'password' });

    const email = canonicalEmail(rawEmail);
    const account = email ?? rawEmail;
    const { origin } = request;
    const [user] = await Promise.all([
      email === undefined ? undefined : users.byEmail(db, email),
      throttle.refuseGuessing(account, origin),
    ]);
    const isRight = await passwords.matches(password, user, request);
    const failure = isRight ? undefined : ({ event: 'login_failed', userId: user?.id ?? null } as const);
    await throttle.judgeGuess(account, origin, failure);
    if (!isRight || !user) throw new ApiError(InvalidCredentials);
    if (user.accountStatus !== 'ACTIVE') throw accountNotActive(user);

    const refreshToken = newRefreshToken();
    const session = { valueHash: hashRefreshToken(refreshToken), ttlMs: refreshTokenTtlMs };
    const replaced = await refreshTokens.replace(db, user, session, [audit.record('logged_in', user.id, origin)]);
    // The password was replaced, or the account suspended, while this login was being checked.
    if (!replaced) throw new ApiError(InvalidCredentials);
    if (needsRehash(user.passwordHash)) await rehash(request, services, user, password);

    return success('Login successful', {
      user: loginUser(user),
      access_token: tokens.access(user),
      refresh_token: refreshToken,
    });
  },
);

/** The status is told apart from the English message too. */
const accountNotActive = ({ accountStatus: status }: User) =>
  new ApiError(AccountNotActive, { status }, { 'x-account-status': status });

/** Where there is no room for it now, the next login does it: this one has succeeded. */
async function rehash(request: ApiRequest, { db, passwords }: Services, user: User, password: string): Promise<void> {
  try {
    await users.rehashPassword(db, user, await passwords.hash(password, request));
  } catch (error) {
    if (!(error instanceof HashingOverloaded || error instanceof AskerGone)) throw error;
  }
}
