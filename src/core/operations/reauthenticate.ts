import { passwordMember } from '../../api/body-members.ts';
import {
  InvalidCode,
  InvalidIdentity,
  InvalidPasskey,
  PasswordRequired,
  ProviderNotFound,
  SecondFactorRequired,
  ServerErrorTryLater,
  TooManyAttempts,
  UnknownPasskey,
  WrongPassword,
} from '../../api/errors.ts';
import { partialObject, text } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { Reauthenticated } from '../../api/schemas.ts';
import { provePasskey } from '../../features/passkeys/prove-passkey.ts';
import { PasskeyCredential } from '../../features/passkeys/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { NotAnObject } from '../../http/errors.ts';
import { proveOwner } from '../../identities/prove-identity.ts';
import { boundTo } from '../../identities/tickets.ts';
import { withSecondFactor } from '../factors/prove-second-factor.ts';
import { rehashIfOutdated, verifyPassword } from '../passwords/verify-password.ts';
import { reauthenticateSession } from '../sign-in/reauthenticate-session.ts';

export const reauthenticate = protectedOperation(
  {
    id: 'reauthenticate',
    summary: 'Confirm your identity',
    description:
      'Takes the password or `identity` (and `code`, if the account has a second factor), or a passkey. Returns an ' +
      'access token for operations that need a recent login, and begins no session.',
    tag: 'Sessions',
    message: 'Confirmed',
    bearer: 'auth',
    duringFactorSetup: true,
    needsSession: true,
    body: {
      ...partialObject({
        password: passwordMember,
        code: text('The second factor, if the account has one, as at login.'),
        passkey: PasskeyCredential,
        identity: text('The ticket of a login started by `POST /api/reauthenticate/identity`.'),
      }),
      examples: [{ password: 'Correct1Horse' }],
    },
    answers: Reauthenticated,
    errors: [
      PasswordRequired,
      NotAnObject,
      InvalidPasskey,
      UnknownPasskey,
      InvalidIdentity,
      ProviderNotFound,
      WrongPassword,
      SecondFactorRequired,
      InvalidCode,
      TooManyAttempts,
    ],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, sessionId }) => {
    const body = await request.body();
    const { requester } = request;
    // A passkey counts as two factors and replaces the password. Ignored if passkeys are disabled.
    const passkey = services.features.passkeys ? body.object('passkey') : undefined;
    if (passkey) {
      const proof = await provePasskey(services, passkey, requester, user);
      return done({ access_token: await reauthenticateSession(services, sessionId, proof) });
    }
    const sealed = services.features.identities ? body.rawText('identity') : '';
    if (sealed !== '') {
      const ticket = services.identities.readTicket(sealed, boundTo({ purpose: 'confirm', sessionId }));
      const first = await proveOwner(services, ticket, requester, user);
      const proven = await withSecondFactor(services, first, body.text('code'));
      return done({ access_token: await reauthenticateSession(services, sessionId, proven) });
    }
    const password = body.rawText('password');
    if (password === '') throw new ApiError(PasswordRequired);

    // A wrong password counts towards the limit of wrong passwords at login.
    const guess = { account: user.email, lookup: { user }, password, failure: 'reauthentication_failed' } as const;
    if (!(await verifyPassword(services, guess, request))) throw new ApiError(WrongPassword);

    const first = { user, amr: ['pwd'], isUnproven: false, spend: [], requester };
    const proven = await withSecondFactor(services, first, body.text('code'));
    const accessToken = await reauthenticateSession(services, sessionId, proven);
    await rehashIfOutdated(services, user, password, request);

    return done({ access_token: accessToken });
  },
);
