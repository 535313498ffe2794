import { EmailAlreadyChanged, InvalidToken } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { isConfirmed } from '../profile/change-email.ts';
import { pendingEmailChange } from '../profile/pending-email-change.ts';

export const stopEmailChangeDetails = protectedOperation(
  {
    id: 'stopEmailChangeDetails',
    summary: 'Check a link to stop an e-mail address change',
    description: 'For the page behind the link, before its button is pressed. Changes nothing.',
    tag: 'Change of address',
    message: 'The link works',
    bearer: 'email_change_stop',
    accountStatus: 'any',
    answers: EmptyObject,
    errors: [EmailAlreadyChanged],
  },
  async (_request, { db }, { user, claims }) => {
    if (await isConfirmed(db, user, claims.emailChangeId ?? '')) throw new ApiError(EmailAlreadyChanged);
    const { pending } = await pendingEmailChange(db, user);
    if (!pending) throw new ApiError(InvalidToken, { reason: 'used' });
    return done({});
  },
);
