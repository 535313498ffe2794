import { replaceRecoveryCodes } from '../../accounts/factors/authenticator-app.ts';
import { done } from '../../http/envelope.ts';
import { AccountSuspended, NoSecondFactor } from '../errors.ts';
import { operation } from '../operation.ts';
import { factorOwner } from './factor-owner.ts';
import { RecoveryCodes } from './schemas.ts';

export const renewRecoveryCodes = operation(
  {
    id: 'renewRecoveryCodes',
    summary: 'Make new recovery codes',
    description: 'In place of all others. Needs a recent login with a code.',
    tag: 'Second factors',
    message: 'New recovery codes',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: RecoveryCodes,
    errors: [AccountSuspended, NoSecondFactor],
  },
  async (request, services) => {
    const owner = await factorOwner(request, services);
    const codes = await replaceRecoveryCodes(services, owner);
    return done({ recovery_codes: codes });
  },
);
