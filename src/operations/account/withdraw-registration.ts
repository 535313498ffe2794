import { canonicalEmail } from '../../accounts/email-address.ts';
import { withdrawRegistration as withdraw } from '../../accounts/remove-unverified.ts';
import { verifyPassword } from '../../accounts/verify-password.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { refuseSuspended } from '../authenticate.ts';
import { emailMember, passwordMember } from '../body-members.ts';
import {
  AccountSuspended,
  AlreadyVerified,
  EmailAndPasswordRequired,
  InvalidCredentials,
  Overloaded,
  TooManyAttempts,
  TooManyEmails,
} from '../errors.ts';
import { object } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const withdrawRegistration = operation(
  {
    id: 'withdrawRegistration',
    summary: 'Withdraw a registration',
    description:
      'For whoever registered with a wrong address, and knows the password: the account, which nobody has verified, is ' +
      'removed with its links. Address and phone number are free again.',
    tag: 'Accounts',
    message: 'The registration has been withdrawn',
    body: object({ email: emailMember, password: passwordMember }),
    answers: EmptyObject,
    errors: [
      EmailAndPasswordRequired,
      InvalidCredentials,
      AccountSuspended,
      AlreadyVerified,
      TooManyAttempts,
      TooManyEmails,
      Overloaded,
    ],
  },
  async (request, services) => {
    services.passwords.refuseWhenFull(request);
    const body = await request.body();
    const rawEmail = body.text('email');
    const password = body.rawText('password');
    if (rawEmail === '') throw new ApiError(EmailAndPasswordRequired, { field: 'email' });
    if (password === '') throw new ApiError(EmailAndPasswordRequired, { field: 'password' });

    // Counts towards the same rate limit as a wrong password at login.
    const email = canonicalEmail(rawEmail);
    const asked = email === undefined ? { user: undefined } : services.standIns.ask(email);
    const guess = { account: email ?? rawEmail, asked, password, failure: 'login_failed' } as const;
    const user = await verifyPassword(services, guess, request);
    if (!user) throw new ApiError(InvalidCredentials);

    refuseSuspended(user);
    if (user.accountStatus === 'ACTIVE') throw new ApiError(AlreadyVerified);
    // A concurrent request verified, suspended or removed the account, or replaced the password.
    if (!(await withdraw(services, user))) throw new ApiError(InvalidCredentials);
    return done({});
  },
);
