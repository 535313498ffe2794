import { EmailAlreadyChanged } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { findConfirmable } from '../profile/change-email.ts';

export const confirmEmailChangeDetails = protectedOperation(
  {
    id: 'confirmEmailChangeDetails',
    summary: 'Check a link to confirm a new e-mail address',
    description: 'For the page behind the link, before its button is pressed. Changes nothing.',
    tag: 'Change of address',
    message: 'The link works',
    bearer: 'email_change',
    accountStatus: 'ACTIVE',
    answers: EmptyObject,
    errors: [EmailAlreadyChanged],
  },
  async (_request, { db }, { user, claims }) => {
    const { emailChangeId: changeId = '', version } = claims;
    const found = await findConfirmable(db, { user, changeId, version });
    if (found === 'confirmed before') throw new ApiError(EmailAlreadyChanged);
    return done({});
  },
);
