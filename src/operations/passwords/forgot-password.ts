import { canonicalEmail } from '../../accounts/email-address.ts';
import { describeRequester } from '../../accounts/sign-in/describe-requester.ts';
import { ApiError } from '../../http/api-error.ts';
import { done } from '../../http/envelope.ts';
import { change, happening } from '../../store/change.ts';
import { ofEmail, owner } from '../../store/tables/events.ts';
import * as outbox from '../../store/tables/outbox.ts';
import * as users from '../../store/tables/users.ts';
import { emailMember } from '../body-members.ts';
import { EmailRequired, ServerErrorTryLater } from '../errors.ts';
import { object } from '../json-schema.ts';
import { operation } from '../operation.ts';
import { EmptyObjectOrNull } from '../schemas.ts';

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
  async (request, { db, throttle, hidesAccounts }) => {
    const rawEmail = (await request.body()).text('email');
    if (rawEmail === '') throw new ApiError(EmailRequired);

    const email = canonicalEmail(rawEmail) ?? rawEmail;
    const user = await users.byEmail(db, email);
    // The same writes whether or not the account exists: the response time must not reveal it (timing side channel).
    const { language, requester } = request;
    const payload = await describeRequester(requester);
    const asked = change(
      happening('reset_asked', ofEmail(email)),
      { limit: throttle.takeEmail('password_reset', email) },
      { emails: [outbox.enqueue('password_reset', email, { language, payload })], isDiscreet: true },
    );
    await throttle.unlessHeldBack(db.commit(owner(requester), asked));

    return done(user || hidesAccounts ? {} : null);
  },
);
