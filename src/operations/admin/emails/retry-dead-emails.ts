import { success } from '../../../http/envelope.ts';
import { retryDead } from '../../../store/outbox-admin.ts';
import { adminOperation } from '../admin-operation.ts';
import { EmailCount } from './schema.ts';

export const adminRetryDeadEmails = adminOperation(
  { id: 'adminRetryDeadEmails', summary: 'Try all e-mails again that were given up', answers: EmailCount, errors: [] },
  async ({ services, admin }) => {
    const count = await retryDead(services.db, admin.actor);
    services.wakeMail();
    return success('E-mails are tried again', { count });
  },
);
