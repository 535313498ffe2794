import { confirmEmailChange as confirmChange } from '../../accounts/profile/change-email.ts';
import { refuseUnlessActive } from '../../accounts/refuse-unless-active.ts';
import { done, success } from '../../http/envelope.ts';
import { authenticate } from '../authenticate.ts';
import { AccountNotActive, NewEmailTaken, ServerErrorTryLater } from '../errors.ts';
import { operation } from '../operation.ts';
import { ConfirmedChange } from '../schemas.ts';

export const confirmEmailChange = operation(
  {
    id: 'confirmEmailChange',
    summary: 'Confirm a new e-mail address',
    description: 'With the token of the e-mail to the new address. Ends every session but the one that asked for it.',
    tag: 'Change of address',
    message: 'Email changed successfully',
    bearer: 'email_change',
    results: ['already_changed'],
    answers: ConfirmedChange,
    errors: [AccountNotActive, NewEmailTaken],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const { user, claims } = await authenticate(request, services, 'email_change');
    refuseUnlessActive(user);

    const { emailChangeId: changeId = '', version } = claims;
    const outcome = await confirmChange(services, { user, changeId, version, requester: request.requester });
    if (outcome === 'confirmed before') {
      return { ...success('Email already changed', {}), result: 'already_changed' };
    }
    return done(outcome.reverted ?? {});
  },
);
