import { canonicalEmail } from '../core/email-address.ts';
import type { Passwords } from '../core/passwords/password-hashing.ts';
import { verifyPassword } from '../core/passwords/verify-password.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Body } from '../http/json-body.ts';
import type { User } from '../store/tables/user.ts';
import { EmailAndPasswordRequired, InvalidCredentials, TooManyAttempts } from './errors.ts';
import type { Services } from './services.ts';

/** The errors of `checkCredentials`. */
export const CREDENTIAL_ERRORS = [EmailAndPasswordRequired, InvalidCredentials, TooManyAttempts] as const;

/** The user with the e-mail address and password in the body. A wrong password counts the same everywhere. */
export async function checkCredentials(
  request: ApiRequest & Parameters<Passwords['refuseWhenFull']>[0],
  services: Pick<Services, 'passwords' | 'decoyHashes' | 'throttle'>,
): Promise<{ readonly user: User; readonly password: string; readonly body: Body }> {
  services.passwords.refuseWhenFull(request);
  const body = await request.body();
  const rawEmail = body.text('email');
  const password = body.rawText('password');
  if (rawEmail === '') throw new ApiError(EmailAndPasswordRequired, { field: 'email' });
  if (password === '') throw new ApiError(EmailAndPasswordRequired, { field: 'password' });

  const email = canonicalEmail(rawEmail);
  const lookup = email === undefined ? { user: undefined } : services.decoyHashes.findWithDecoy(email);
  const guess = { account: email ?? rawEmail, lookup, password, failure: 'login_failed' } as const;
  const user = await verifyPassword(services, guess, request);
  if (!user) throw new ApiError(InvalidCredentials);
  request.accountId = user.id;
  return { user, password, body };
}
