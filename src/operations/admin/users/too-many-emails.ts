import * as mail from '../../../accounts/mail-by-admin.ts';
import { EMAIL_REFILL_MS } from '../../../accounts/throttle.ts';
import { ApiError } from '../../../http/api-error.ts';
import { TooManyEmails } from '../../errors.ts';

/** One e-mail more is allowed a minute. */
const RETRY_AFTER = { 'retry-after': String(EMAIL_REFILL_MS / 1000) };

export const orTooManyEmails = <T>(sending: Promise<T>): Promise<T> =>
  sending.catch((error: unknown) => {
    throw error instanceof mail.TooManyEmails ? new ApiError(TooManyEmails, undefined, RETRY_AFTER) : error;
  });
