import { NewEmailTaken, ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { RevertedChange } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { revertEmailChange as revertChange } from '../profile/revert-email-change.ts';

export const revertEmailChange = protectedOperation(
  {
    id: 'revertEmailChange',
    summary: 'Undo an e-mail address change',
    description:
      'Takes the token of the later e-mail to the old address. Ends every session, removes factors, passkeys ' +
      'and API keys added since seven days before the change, and requires a new password.',
    tag: 'Change of address',
    message: 'Email restored. Please choose a new password with the link that has been sent.',
    bearer: 'email_change_revert',
    accountStatus: 'any',
    answers: RevertedChange,
    errors: [NewEmailTaken],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, claims }) => {
    const reverted = await revertChange(services, { user, changeId: claims.emailChangeId ?? '' }, request);
    return done(reverted);
  },
);
