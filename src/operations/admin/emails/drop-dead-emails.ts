import { success } from '../../../http/envelope.ts';
import { dropDead } from '../../../store/outbox-admin.ts';
import { adminOperation } from '../admin-operation.ts';
import { EmailCount } from './schema.ts';

export const adminDropDeadEmails = adminOperation(
  { id: 'adminDropDeadEmails', summary: 'Remove all e-mails that were given up', answers: EmailCount, errors: [] },
  async ({ services, admin }) => success('E-mails are removed', { count: await dropDead(services.db, admin.actor) }),
);
