import { emailMember } from '../../api/body-members.ts';
import { EmailRequired, ServerErrorTryLater } from '../../api/errors.ts';
import { object } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { EmptyObject } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { canonicalEmail } from '../email-address.ts';
import { resendVerification as resend } from '../registration/resend-verification.ts';

export const resendVerification = operation(
  {
    id: 'resendVerification',
    summary: 'Resend the verification e-mail',
    description: 'The answer is the same for every address, so it does not reveal who has an account.',
    tag: 'Accounts',
    message: 'If the account is not verified, an activation link will be sent to this email',
    body: object({ email: emailMember }),
    answers: EmptyObject,
    errors: [EmailRequired],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const rawEmail = (await request.body()).text('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);

    await resend(services, canonicalEmail(rawEmail) ?? rawEmail, request);

    return done({});
  },
);
