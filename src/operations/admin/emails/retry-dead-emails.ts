import { success } from '../../../http/envelope.ts';
import { dropDead, retryDead } from '../../../store/outbox-admin.ts';
import { integer, object } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';

const Count = object({ count: { ...integer(), description: 'How many there were.' } });

export const retryDeadEmails = adminOperation(
  { id: 'adminRetryDeadEmails', summary: 'Try all e-mails again that were given up', answers: Count, errors: [] },
  async ({ services, admin }) => {
    const count = await retryDead(services.db, admin.actor);
    services.wakeMail();
    return success('E-mails are tried again', { count });
  },
);

export const dropDeadEmails = adminOperation(
  { id: 'adminDropDeadEmails', summary: 'Remove all e-mails that were given up', answers: Count, errors: [] },
  async ({ services, admin }) => success('E-mails are removed', { count: await dropDead(services.db, admin.actor) }),
);
