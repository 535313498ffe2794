import { done } from '../../../http/envelope.ts';
import { emailPage } from '../../../store/tables/outbox-list.ts';
import { adminOperation } from '../admin-operation.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from '../page-cursor.ts';
import { EMAIL_FILTERS, readEmailFilters } from './email-filters.ts';
import { ListedEmail, listedEmail } from './schema.ts';

export const adminListEmails = adminOperation(
  {
    id: 'adminListEmails',
    summary: 'List e-mails',
    description: 'Newest first: waiting or failed e-mails, and those sent or superseded within a week.',
    tag: 'Administration: e-mails',
    message: 'E-mails retrieved successfully',
    query: { ...EMAIL_FILTERS, ...PAGE_PARAMETERS },
    answers: pageOf('EmailPage', ListedEmail),
    compressible: true,
  },
  async ({ services, query }) => {
    const { emails, next } = await emailPage(services.db, {
      ...readEmailFilters(query),
      beforeId: readCursor(query)?.id,
      limit: limitOf(query),
    });
    return done({
      items: emails.map(listedEmail),
      next: next === null ? null : cursorOf(query, { key: '', id: next }),
    });
  },
);
