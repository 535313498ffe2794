import { changeDeadEmails } from '../../../accounts/administration/unsent-emails.ts';
import { done } from '../../../http/envelope.ts';
import { adminOperation } from '../admin-operation.ts';
import { EmailCount } from './schema.ts';

export const adminDropDeadEmails = adminOperation(
  {
    id: 'adminDropDeadEmails',
    summary: 'Drop all failed e-mails',
    description: 'They are never sent. API keys leave the warnings to owners.',
    tag: 'Administration: e-mails',
    message: 'E-mails are removed',
    answers: EmailCount,
  },
  async ({ services, admin }) => {
    const keepsWarnings = admin.user === undefined;
    return done({ count: await changeDeadEmails(services.db, 'drop', admin.actor, { keepsWarnings }) });
  },
);
