import { ApiError } from '../../../http/api-error.ts';
import { byId, type OutboxEmail } from '../../../store/outbox-admin.ts';
import { EmailNotFound } from '../../errors.ts';
import type { AdminRequest } from '../admin-operation.ts';

/** The e-mail that the path names. */
export async function targetEmail({
  request,
  services,
}: Pick<AdminRequest, 'request' | 'services'>): Promise<OutboxEmail> {
  const { id = '' } = request.params;
  const email = /^[1-9]\d{0,14}$/.test(id) ? await byId(services.db, Number(id)) : undefined;
  if (!email) throw new ApiError(EmailNotFound);
  return email;
}
