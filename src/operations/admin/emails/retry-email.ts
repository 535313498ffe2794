import { changeEmail } from '../../../accounts/administration/unsent-emails.ts';
import { done } from '../../../http/envelope.ts';
import type { OutboxEmail } from '../../../store/tables/outbox-admin.ts';
import { EmailNotFound, EmailUnchangeable } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import { ListedEmail, listedEmail } from './schema.ts';
import { targetEmail, unchangeable } from './target-email.ts';

export const adminRetryEmail = adminOperation(
  {
    id: 'adminRetryEmail',
    summary: 'Retry an e-mail',
    description: 'One that is waiting or failed.',
    tag: 'Administration: e-mails',
    message: 'The e-mail is tried again',
    answers: ListedEmail,
    errors: [EmailNotFound, EmailUnchangeable],
  },
  async (context) => {
    const { services, admin } = context;
    const email = await targetEmail(context);
    if (!(await changeEmail(services.db, 'retry', email, admin.actor))) throw await unchangeable(context);
    // The state as written; by now the e-mail may be in transmission, or gone.
    const due: OutboxEmail = { ...email, state: 'waiting', is_being_sent: 0, due_at: services.nowMs() };
    return done(listedEmail(due));
  },
);
