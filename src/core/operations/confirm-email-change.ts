import { NewEmailTaken, ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { ConfirmedChange } from '../../api/schemas.ts';
import { done, success } from '../../http/envelope.ts';
import { confirmEmailChange as confirmChange } from '../profile/change-email.ts';

export const confirmEmailChange = protectedOperation(
  {
    id: 'confirmEmailChange',
    summary: 'Confirm a new e-mail address',
    description:
      'Takes the token of the e-mail to the new address. Ends every session except the one that requested the change.',
    tag: 'Change of address',
    message: 'Email changed successfully',
    bearer: 'email_change',
    accountStatus: 'ACTIVE',
    results: ['already_changed'],
    answers: ConfirmedChange,
    errors: [NewEmailTaken],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, claims }) => {
    const { emailChangeId: changeId = '', version } = claims;
    const outcome = await confirmChange(services, { user, changeId, version, requester: request.requester });
    if (outcome === 'confirmed before') {
      return { ...success('Email already changed', {}), result: 'already_changed' };
    }
    return done(outcome);
  },
);
