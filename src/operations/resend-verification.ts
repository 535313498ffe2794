import { canonicalEmail } from '../accounts/email-address.ts';
import type { ApiRequest, Services } from '../http/api-request.ts';
import { type Answer, ApiError, success } from '../http/envelope.ts';
import * as outbox from '../store/outbox.ts';

export async function resendVerification(request: ApiRequest, { db, throttle, wakeMail }: Services): Promise<Answer> {
  const rawEmail = (await request.body()).text('email');
  if (rawEmail === '') throw new ApiError('missing_field', 'Email is required');

  const email = canonicalEmail(rawEmail) ?? rawEmail;
  // The same two writes for a stranger and for a verified user; only the one who waits for it gets an e-mail.
  const verification = outbox.enqueue('verification', email, { unlessStatus: 'ACTIVE', language: request.language });
  await db.batch([...throttle.takeEmail('verification', email), verification]);
  wakeMail();

  return success('If the account is not verified, an activation link will be sent to this email', {});
}
