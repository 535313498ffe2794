import { replaceRecoveryCodes } from '../../accounts/authenticator-app.ts';
import { ApiError } from '../../http/api-error.ts';
import { success } from '../../http/envelope.ts';
import { AccountSuspended, NoSecondFactor } from '../errors.ts';
import { operation } from '../operation.ts';
import { factorOwner } from './factor-owner.ts';
import { RecoveryCodes } from './schemas.ts';

export const renewRecoveryCodes = operation(
  {
    id: 'renewRecoveryCodes',
    summary: 'New recovery codes in place of all others; needs a recent login with a code',
    bearer: 'auth',
    needsRecentLogin: true,
    answers: RecoveryCodes,
    errors: [AccountSuspended, NoSecondFactor],
  },
  async (request, services) => {
    const owner = await factorOwner(request, services);
    const codes = await replaceRecoveryCodes(services, owner);
    if (!codes) throw new ApiError(NoSecondFactor);
    return success('New recovery codes', { recovery_codes: codes });
  },
);
