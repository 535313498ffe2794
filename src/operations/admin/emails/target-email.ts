import { ApiError } from '../../../http/api-error.ts';
import { byId, type OutboxEmail } from '../../../store/tables/outbox-admin.ts';
import { EmailNotFound, EmailUnchangeable } from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';
import { stateOf } from './schema.ts';

type Context = Pick<AdminRequest, 'request' | 'services'>;

/** The e-mail in the path. */
export async function targetEmail({ request, services }: Context): Promise<OutboxEmail> {
  const { id = '' } = request.params;
  const email = /^[1-9]\d{0,14}$/.test(id) ? await byId(services.db, Number(id)) : undefined;
  if (!email) throw new ApiError(EmailNotFound);
  return email;
}

/** The error for an e-mail that cannot be changed, with its current state, which may have changed since it was read. */
export async function unchangeable(context: Context): Promise<ApiError> {
  return new ApiError(EmailUnchangeable, { state: stateOf(await targetEmail(context)).replace('_', ' ') });
}
