import { emailMember } from '../../api/body-members.ts';
import { EmailRequired, ServerErrorTryLater } from '../../api/errors.ts';
import { object } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { canonicalEmail } from '../../core/email-address.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { askForCode } from './email-code.ts';
import { LoginRequest } from './schemas.ts';

export const sendLoginCode = operation(
  {
    id: 'sendLoginCode',
    summary: 'Send a code to log in',
    description:
      'The answer is the same for every address. The e-mail has the code and a link to `/login/code` below ' +
      '`FRONTEND_URL`, with the code in its fragment. Keep `request` where you asked: the code works with it alone.',
    tag: 'Sessions',
    message: 'If this email is registered, a login code has been sent',
    body: object({ email: emailMember }),
    answers: LoginRequest,
    errors: [EmailRequired],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const rawEmail = (await request.body()).text('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);

    return done({ request: await askForCode(services, canonicalEmail(rawEmail) ?? rawEmail, request) });
  },
);
