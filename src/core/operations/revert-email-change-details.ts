import { InvalidToken } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { isConfirmed } from '../profile/change-email.ts';

export const revertEmailChangeDetails = protectedOperation(
  {
    id: 'revertEmailChangeDetails',
    summary: 'Check a link to undo an e-mail address change',
    description: 'For the page behind the link, before its button is pressed. Changes nothing.',
    tag: 'Change of address',
    message: 'The link works',
    bearer: 'email_change_revert',
    accountStatus: 'any',
    answers: EmptyObject,
  },
  async (_request, { db }, { user, claims }) => {
    if (!(await isConfirmed(db, user, claims.emailChangeId ?? '')))
      throw new ApiError(InvalidToken, { reason: 'used' });
    return done({});
  },
);
