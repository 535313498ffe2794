import { stopEmailChange as stopChange } from '../../accounts/profile/revert-email-change.ts';
import { done } from '../../http/envelope.ts';
import { authenticate } from '../authenticate.ts';
import { EmailAlreadyChanged, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

export const stopEmailChange = operation(
  {
    id: 'stopEmailChange',
    summary: 'Stop a change of the e-mail address',
    description:
      'With the token of the notice to the old address, as long as the change is not confirmed. Ends every session.',
    tag: 'Change of address',
    message: 'The change of the email address is stopped',
    bearer: 'email_change_stop',
    answers: EmptyObject,
    errors: [EmailAlreadyChanged],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'email_change_stop');
    const { requester } = request;
    // The second time there is nothing left to stop, which is what was wanted.
    await stopChange(services.db, { user, changeId: claims.emailChangeId ?? '', requester });
    return done({});
  },
);
