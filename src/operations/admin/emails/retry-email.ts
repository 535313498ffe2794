import { ApiError } from '../../../http/api-error.ts';
import { success } from '../../../http/envelope.ts';
import { drop, type OutboxEmail, retry } from '../../../store/outbox-admin.ts';
import { EmailNotFound, EmailUnchangeable } from '../../errors.ts';
import { EmptyObject } from '../../schemas.ts';
import { type AdminRequest, adminOperation } from '../admin-operation.ts';
import { ListedEmail, listedEmail, stateOf } from './schema.ts';
import { targetEmail } from './target-email.ts';

const errors = [EmailNotFound, EmailUnchangeable];

/** The state as it is now: it may have changed since the e-mail was read. */
async function unchangeable(context: Pick<AdminRequest, 'request' | 'services'>): Promise<ApiError> {
  return new ApiError(EmailUnchangeable, { state: stateOf(await targetEmail(context)).replace('_', ' ') });
}

export const retryEmail = adminOperation(
  {
    id: 'adminRetryEmail',
    summary: 'Try an e-mail again now that waits or was given up',
    answers: ListedEmail,
    errors,
  },
  async (context) => {
    const { services, admin } = context;
    const email = await targetEmail(context);
    if (!(await retry(services.db, email, admin.actor))) throw await unchangeable(context);
    services.wakeMail();
    // As it was written: by now it may be under way, or gone.
    const due: OutboxEmail = { ...email, state: 'waiting', is_being_sent: 0, due_at: services.nowMs() };
    return success('The e-mail is tried again', listedEmail(due));
  },
);

export const dropEmail = adminOperation(
  { id: 'adminDropEmail', summary: 'Remove an e-mail unsent that waits or was given up', answers: EmptyObject, errors },
  async (context) => {
    const { services, admin } = context;
    if (!(await drop(services.db, await targetEmail(context), admin.actor))) throw await unchangeable(context);
    return success('The e-mail is removed', {});
  },
);
