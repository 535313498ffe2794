import { revertEmailChange as revertChange } from '../../accounts/profile/revert-email-change.ts';
import { done } from '../../http/envelope.ts';
import { authenticate } from '../authenticate.ts';
import { NewEmailTaken, Overloaded, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { RevertedChange } from '../schemas.ts';

export const revertEmailChange = operation(
  {
    id: 'revertEmailChange',
    summary: 'Give an account its old e-mail address back',
    description:
      'With the token of the later e-mail to the old address. Ends every session, removes what was added from ' +
      'seven days before the change on, and a new password has to be chosen.',
    tag: 'Change of address',
    message: 'Email restored. Please choose a new password with the link that has been sent.',
    bearer: 'email_change_revert',
    answers: RevertedChange,
    errors: [NewEmailTaken, Overloaded],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'email_change_revert');
    const reverted = await revertChange(services, { user, changeId: claims.emailChangeId ?? '' }, request);
    return done(reverted);
  },
);
