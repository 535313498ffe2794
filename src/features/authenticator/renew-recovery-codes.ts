import { NoSecondFactor } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { done } from '../../http/envelope.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
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
