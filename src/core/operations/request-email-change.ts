import { newEmailMember } from '../../api/body-members.ts';
import { EmailRequired, EmailUnchanged, InvalidEmail, ServerErrorTryLater } from '../../api/errors.ts';
import { object } from '../../api/json-schema.ts';
import { protectedOperation } from '../../api/protected-operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { canonicalEmail } from '../email-address.ts';
import { requestEmailChange as requestChange } from '../profile/change-email.ts';

export const requestEmailChange = protectedOperation(
  {
    id: 'requestEmailChange',
    summary: 'Request an e-mail address change',
    description:
      'Sends a link to confirm the change to the new address, and a link to stop it to the old one. The answer ' +
      'does not reveal whether the address is taken.',
    tag: 'Change of address',
    message: 'If the address can be used, a confirmation has been sent',
    bearer: 'auth',
    accountStatus: 'ACTIVE',
    needsRecentLogin: true,
    body: object({ email: newEmailMember }),
    answers: EmptyObject,
    errors: [EmailRequired, InvalidEmail, EmailUnchanged],
    failure: ServerErrorTryLater,
  },
  async (request, services, { user, recentLogin }) => {
    // Unchecked, because forbidden characters in an e-mail address yield InvalidEmail.
    const rawEmail = (await request.body()).uncheckedText('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);
    const newEmail = canonicalEmail(rawEmail);
    if (newEmail === undefined) throw new ApiError(InvalidEmail);
    if (newEmail === user.email) throw new ApiError(EmailUnchanged);

    const { requester, language } = request;
    await requestChange(services, { user, newEmail, requester, language }, recentLogin);

    return done({});
  },
);
