import { replaceRecoveryCodes } from '../../accounts/factors/recovery-codes.ts';
import { done } from '../../http/envelope.ts';
import { NoSecondFactor } from '../errors.ts';
import { protectedOperation } from '../protected-operation.ts';
import { RecoveryCodes } from './schemas.ts';

export const renewRecoveryCodes = protectedOperation(
  {
    id: 'renewRecoveryCodes',
    summary: 'Create new recovery codes',
    description: 'Replaces all others. Needs a recent login with a code.',
    tag: 'Second factors',
    message: 'New recovery codes',
    bearer: 'auth',
    needsRecentLogin: 'with second factor',
    answers: RecoveryCodes,
    errors: [NoSecondFactor],
  },
  async (_request, services, owner) => {
    const codes = await replaceRecoveryCodes(services, owner);
    return done({ recovery_codes: codes });
  },
);
