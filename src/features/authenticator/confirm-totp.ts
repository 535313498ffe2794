import { InvalidCode } from '../../api/errors.ts';
import { object, text } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { typedCode } from '../../lib/typed-code.ts';
import { confirmApp } from './authenticator-app.ts';
import { CodeRequired, NoPendingTotp } from './declared.ts';
import { RecoveryCodes } from './schemas.ts';

export const confirmTotp = protectedOperation(
  {
    id: 'confirmTotp',
    summary: 'Confirm an authenticator app',
    description: 'Takes a code from the app, which is needed to log in from then on. Ends all other sessions.',
    tag: 'Second factors',
    message: 'Authenticator app added',
    bearer: 'auth',
    duringFactorSetup: true,
    needsRecentLogin: 'with second factor',
    body: object({ code: text('Six digits.') }),
    answers: RecoveryCodes,
    errors: [CodeRequired, NoPendingTotp, InvalidCode],
  },
  async (request, services, owner) => {
    const code = typedCode((await request.body()).text('code'));
    if (code === '') throw new ApiError(CodeRequired);
    const codes = await confirmApp(services, owner, code);
    if (!codes) throw new ApiError(NoPendingTotp);
    return done({ recovery_codes: codes });
  },
);
