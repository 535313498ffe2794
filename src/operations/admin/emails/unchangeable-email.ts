import { ApiError } from '../../../http/api-error.ts';
import { EmailUnchangeable } from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';
import { stateOf } from './schema.ts';
import { targetEmail } from './target-email.ts';

/** The state as it is now: it may have changed since the e-mail was read. */
export async function unchangeable(context: Pick<AdminRequest, 'request' | 'services'>): Promise<ApiError> {
  return new ApiError(EmailUnchangeable, { state: stateOf(await targetEmail(context)).replace('_', ' ') });
}
