import { passwordMember } from '../api/body-members.ts';
import {
  InvalidCode,
  PasswordRequired,
  SecondFactorRequired,
  ServerErrorTryLater,
  TooManyAttempts,
  WrongPassword,
} from '../api/errors.ts';
import { partialObject, text } from '../api/json-schema.ts';
import { protectedOperation } from '../api/protected-operation.ts';
import { Reauthenticated } from '../api/schemas.ts';
import { withSecondFactor } from '../core/factors/prove-second-factor.ts';
import { rehashIfOutdated, verifyPassword } from '../core/passwords/verify-password.ts';
import { reauthenticateSession } from '../core/sign-in/reauthenticate-session.ts';
import { ApiError } from '../http/api-error.ts';
import { done } from '../http/envelope.ts';
import { NotAnObject } from '../http/errors.ts';
import { enabledFeatures, FEATURES } from './index.ts';

/**
 * What can replace the password. The operation is beside the lists, because its body is declared from them; features
 * import core/operations, so there it would close a circle.
 */
const PROOFS = FEATURES.flatMap(({ proof = [] }) => proof);

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
        ...Object.fromEntries(PROOFS.map(({ member, schema }) => [member, schema])),
      }),
      examples: [{ password: 'Correct1Horse' }],
    },
    answers: Reauthenticated,
    errors: [
      PasswordRequired,
      NotAnObject,
      ...PROOFS.flatMap(({ errors }) => errors),
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
    for (const { proof } of enabledFeatures(services.features)) {
      const proven = await proof?.prove(services, body, { user, sessionId, requester });
      if (proven) return done({ access_token: await reauthenticateSession(services, sessionId, proven) });
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
