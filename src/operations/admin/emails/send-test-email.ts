import { sendTestEmail } from '../../../accounts/administration/mail-by-admin.ts';
import { ApiError } from '../../../http/api-error.ts';
import { done } from '../../../http/envelope.ts';
import { ApiKeyNotAllowed, TooManyEmails } from '../../errors.ts';
import { object } from '../../json-schema.ts';
import { emailAddress } from '../../schemas.ts';
import { adminOperation } from '../admin-operation.ts';

export const adminSendTestEmail = adminOperation(
  {
    id: 'adminSendTestEmail',
    summary: 'Send yourself a test e-mail',
    description: 'Sends it to the administrator who asks, through the queue and the mail server.',
    tag: 'Administration: e-mails',
    message: 'A test e-mail is on its way',
    answers: object({ to: emailAddress }),
    errors: [TooManyEmails],
  },
  async ({ services, admin: { user, actor } }) => {
    if (!user) throw new ApiError(ApiKeyNotAllowed);
    await sendTestEmail(services, user, actor);
    return done({ to: user.email });
  },
);
