import { canonicalEmail } from '../accounts/email-address.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import * as audit from '../store/audit.ts';
import * as outbox from '../store/outbox.ts';
import * as users from '../store/users.ts';

export async function forgotPassword(
  request: ApiRequest,
  { db, throttle, wakeMail, hardened }: Services,
): Promise<Answer> {
  const rawEmail = (await request.body()).text('email');
  if (rawEmail === '') throw new ApiError('missing_field', 'Email is required');

  const email = canonicalEmail(rawEmail) ?? rawEmail;
  const user = await users.byEmail(db, email);
  // The same writes for a stranger as for a user: the time it takes must not tell them apart.
  const { language, origin } = request;
  await db.batch([
    ...throttle.takeEmail('password_reset', email),
    outbox.enqueue('password_reset', email, { language }),
    audit.recordByEmail('reset_asked', email, origin),
  ]);
  wakeMail();

  return success('If this email is registered, a reset link has been sent', user || hardened ? {} : null);
}
