import { emailMember } from '../../api/body-members.ts';
import { EmailRequired, ServerErrorTryLater } from '../../api/errors.ts';
import { object } from '../../api/json-schema.ts';
import { operation } from '../../api/operation.ts';
import { EmptyObjectOrNull } from '../../api/schemas.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import * as users from '../../store/tables/users.ts';
import { canonicalEmail } from '../email-address.ts';
import { requestReset } from '../passwords/request-reset.ts';

export const forgotPassword = operation(
  {
    id: 'forgotPassword',
    summary: 'Request a password reset link',
    description:
      'The message is the same for every address. `data` is null for an unknown address, unless ' +
      '`PROFILE=hardened` or `REGISTRATION` is not `open`.',
    tag: 'Passwords',
    message: 'If this email is registered, a reset link has been sent',
    body: object({ email: emailMember }),
    answers: EmptyObjectOrNull,
    errors: [EmailRequired],
    failure: ServerErrorTryLater,
  },
  async (request, services) => {
    const rawEmail = (await request.body()).text('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);

    const email = canonicalEmail(rawEmail) ?? rawEmail;
    const user = await users.byEmail(services.db, email);
    await requestReset(services, email, request);

    return done(user || services.hidesAccounts ? {} : null);
  },
);
