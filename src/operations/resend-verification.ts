import { canonicalEmail } from '../accounts/email-address.ts';
import { ApiError } from '../http/api-error.ts';
import { success } from '../http/envelope.ts';
import * as outbox from '../store/outbox.ts';
import { EmailRequired, ServerErrorTryLater } from './errors.ts';
import { object, text } from './json-schema.ts';
import { operation } from './operation.ts';
import { Nothing } from './schemas.ts';
import { wakeMailLater } from './wake-mail-later.ts';

export const resendVerification = operation(
  {
    id: 'resendVerification',
    summary: 'Send the verification e-mail again',
    body: object({ email: text('Trimmed and lower-cased.') }),
    answers: Nothing,
    errors: [EmailRequired],
    failure: ServerErrorTryLater,
  },
  async (request, { db, throttle, wakeMail }) => {
    const rawEmail = (await request.body()).text('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);

    const email = canonicalEmail(rawEmail) ?? rawEmail;
    // The same two writes for a stranger and for a verified user; only the one who waits for it gets an e-mail.
    const verification = outbox.enqueue('verification', email, { unlessStatus: 'ACTIVE', language: request.language });
    await db.batch([...throttle.takeEmail('verification', email), verification]);
    wakeMailLater({ wakeMail });

    return success('If the account is not verified, an activation link will be sent to this email', {});
  },
);
