import { canonicalEmail } from '../../accounts/email-address.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { unrecorded } from '../../store/change.ts';
import { owner } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
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
  async (request, { db, throttle }) => {
    const rawEmail = (await request.body()).text('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);

    const email = canonicalEmail(rawEmail) ?? rawEmail;
    // The same two writes for every address (timing side channel); the worker drops needless e-mails.
    const verification = outbox.enqueueConfirmation(email, { unlessStatus: 'ACTIVE', language: request.language });
    const resent = unrecorded(
      'it changes nothing, and strangers may ask for it',
      { limit: throttle.takeEmail('verification', email) },
      { emails: [verification], isDiscreet: true },
    );
    await throttle.unlessHeldBack(db.commit(owner(request.requester), resent));

    return done({});
  },
);
