import { pendingEmailChange } from '../../accounts/profile/pending-email-change.ts';
import { done } from '../../http/envelope.ts';
import { ServerErrorTryLater } from '../errors.ts';
import { protectedOperation } from '../protected-operation.ts';
import { AddressState } from '../schemas.ts';

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
