import { InvalidToken } from '../../api/errors.ts';
import { named, object } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { emailAddress } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';

export const resetPasswordDetails = protectedOperation(
  {
    id: 'resetPasswordDetails',
    summary: 'Check a reset link',
    description:
      'For the page behind the link in the reset e-mail, before a password is typed: whose password it resets. ' +
      'Does not use up the link.',
    tag: 'Passwords',
    message: 'Details retrieved successfully',
    bearer: 'password_reset',
    accountStatus: 'any',
    answers: named('ResetDetails', object({ email: emailAddress })),
  },
  async (_request, _services, { user, claims }) => {
    if (claims.version !== user.credentialVersion) throw new ApiError(InvalidToken, { reason: 'used' });
    return done({ email: user.email });
  },
);
