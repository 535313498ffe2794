import { emailPage } from '../../../store/tables/outbox-list.ts';
import { ExportRunning } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import { EXPORT_FORMAT, exportedLines, exportList } from '../exported-list.ts';
import { EMAIL_FILTERS, readEmailFilters } from './email-filters.ts';
import { listedEmail } from './schema.ts';

/** E-mails per read: on SQLite, a read blocks all other requests. */
const STEP = 100;

export const adminExportEmails = adminOperation(
  {
    id: 'adminExportEmails',
    summary: 'Export e-mails',
    description: 'All that match the filters, newest first, as CSV or JSON lines.',
    tag: 'Administration: e-mails',
    message: null,
    query: { ...EXPORT_FORMAT, ...EMAIL_FILTERS },
    answers: exportedLines('A line for each e-mail', { id: 12, to: 'ada@example.com', state: 'sent' }),
    errors: [ExportRunning],
  },
  async (context) => {
    const filters = readEmailFilters(context.query);
    const { db } = context.services;
    return exportList(context, {
      name: 'emails',
      columns: COLUMNS,
      async read(after: number | null) {
        const { emails, next } = await emailPage(db, { ...filters, beforeId: after ?? undefined, limit: STEP });
        return { rows: emails.map(listedEmail), next };
      },
    });
  },
);

const COLUMNS = [
  'id',
  'to',
  'user_id',
  'kind',
  'language',
  'state',
  'tries',
  'answer',
  'created_at',
  'updated_at',
  'next_try_at',
] as const;
