import { done } from '../../../http/envelope.ts';
import { EMAIL_KINDS } from '../../../store/outbox.ts';
import { SHOWN_STATES, type ShownState } from '../../../store/outbox-admin.ts';
import { emailPage } from '../../../store/outbox-list.ts';
import { oneOf, text } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from '../page-cursor.ts';
import { ListedEmail, listedEmail } from './schema.ts';

export const adminListEmails = adminOperation(
  {
    id: 'adminListEmails',
    summary: 'List e-mails',
    description: 'Newest first: those that wait, were sent or superseded within a week, or were given up.',
    tag: 'Administration: e-mails',
    message: 'E-mails retrieved successfully',
    query: {
      state: { ...oneOf(SHOWN_STATES), description: '`waiting` has those that are being sent too.' },
      kind: oneOf(EMAIL_KINDS),
      query: text('What the address of the recipient begins with.'),
      ...PAGE_PARAMETERS,
    },
    answers: pageOf('EmailPage', ListedEmail),
    compressible: true,
    errors: [],
  },
  async ({ services, query }) => {
    const { emails, next } = await emailPage(services.db, {
      // One of SHOWN_STATES, because the declaration above admits no other.
      state: query.state as ShownState | undefined,
      kind: query.kind,
      recipient: query.query?.toLowerCase(),
      beforeId: readCursor(query)?.id,
      limit: limitOf(query),
    });
    return done({
      items: emails.map(listedEmail),
      next: next === null ? null : cursorOf(query, { key: '', id: next }),
    });
  },
);
