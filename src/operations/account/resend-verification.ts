import { canonicalEmail } from '../../accounts/email-address.ts';
import { resendVerification as resend } from '../../accounts/registration/resend-verification.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { emailMember } from '../body-members.ts';
import { EmailRequired, ServerErrorTryLater } from '../errors.ts';
import { object } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { EmptyObject } from '../schemas.ts';

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
