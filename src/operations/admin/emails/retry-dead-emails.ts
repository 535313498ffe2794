import { changeDeadEmails } from '../../../accounts/administration/unsent-emails.ts';
import { done } from '../../../http/envelope.ts';
import { adminOperation } from '../admin-operation.ts';
import { EmailCount } from './schema.ts';

export const adminRetryDeadEmails = adminOperation(
  {
    id: 'adminRetryDeadEmails',
    summary: 'Retry all failed e-mails',
    description: 'Immediately.',
    tag: 'Administration: e-mails',
    message: 'E-mails are tried again',
    answers: EmailCount,
  },
  async ({ services, admin }) => done({ count: await changeDeadEmails(services.db, 'retry', admin.actor) }),
);
