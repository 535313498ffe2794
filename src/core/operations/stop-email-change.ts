import { EmailAlreadyChanged, ServerErrorTryLater } from '../../api/errors.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { done } from '../../http/envelope.ts';
import { stopEmailChange as stopChange } from '../profile/revert-email-change.ts';

export const stopEmailChange = protectedOperation(
  {
    id: 'stopEmailChange',
    summary: 'Stop an e-mail address change',
    description: 'Takes the token of the notice to the old address, until the change is confirmed. Ends every session.',
    tag: 'Change of address',
    message: 'The change of the email address is stopped',
    bearer: 'email_change_stop',
    accountStatus: 'any',
    answers: EmptyObject,
    errors: [EmailAlreadyChanged],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, claims }) => {
    const { requester } = request;
    // A repeated request succeeds, because nothing is left to stop.
    await stopChange(services.db, { user, changeId: claims.emailChangeId ?? '', requester });
    return done({});
  },
);
