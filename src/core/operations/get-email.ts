import { ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { AddressState } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { pendingEmailChange } from '../profile/pending-email-change.ts';

export const getEmail = protectedOperation(
  {
    id: 'getEmail',
    summary: 'Get your e-mail address',
    description: 'Includes a pending change of address, if there is one.',
    tag: 'Change of address',
    message: 'Address retrieved successfully',
    bearer: 'auth',
    answers: AddressState,
    failure: ServerErrorTryLater,
  },
  async (_request, { db }, { user }) => done(await pendingEmailChange(db, user)),
);
