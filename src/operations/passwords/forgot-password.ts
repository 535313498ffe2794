import { describeRequester } from '../../accounts/describe-requester.ts';
import { canonicalEmail } from '../../accounts/email-address.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import * as audit from '../../store/audit.ts';
import * as outbox from '../../store/outbox.ts';
import * as users from '../../store/users.ts';
import { emailMember } from '../body-members.ts';
import { EmailRequired, ServerErrorTryLater } from '../errors.ts';
import { object } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { EmptyObjectOrNull } from '../schemas.ts';
import { wakeMailWithJitter } from '../wake-mail-with-jitter.ts';

export const forgotPassword = operation(
  {
    id: 'forgotPassword',
    summary: 'Send a link to replace a forgotten password',
    description:
      'The message is the same for every address. `data` is null where nobody has it, unless `PROFILE=hardened`.',
    tag: 'Passwords',
    message: 'If this email is registered, a reset link has been sent',
    body: object({ email: emailMember }),
    answers: EmptyObjectOrNull,
    errors: [EmailRequired],
    failure: ServerErrorTryLater,
  },
  async (request, { db, throttle, wakeMail, hardened }) => {
    const rawEmail = (await request.body()).text('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);

    const email = canonicalEmail(rawEmail) ?? rawEmail;
    const user = await users.byEmail(db, email);
    // The same writes whether or not the account exists: the response time must not reveal it (timing side channel).
    const { language, requester } = request;
    const payload = await describeRequester(requester);
    const queued = await db.batch([
      ...throttle.takeEmail('password_reset', email),
      outbox.enqueue('password_reset', email, { language, payload }),
      audit.recordByEmail('reset_asked', email, requester),
    ]);
    if (!queued) throttle.counters.emails += 1;
    wakeMailWithJitter({ wakeMail });

    return done(user || hardened ? {} : null);
  },
);
