import { recordBy } from '../../../store/audit.ts';
import { emailPage } from '../../../store/outbox-list.ts';
import { ExportRunning } from '../../errors.ts';
import { oneOf } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { csvLine } from '../csv.ts';
import { exportedList, exportName, EXPORT_TYPES as TYPES } from '../exported-list.ts';
import { EMAIL_FILTERS, readEmailFilters } from './email-filters.ts';
import { listedEmail } from './schema.ts';

/** E-mails that are read at once: on SQLite, nothing else is answered meanwhile. */
const STEP = 100;

export const adminExportEmails = adminOperation(
  {
    id: 'adminExportEmails',
    summary: 'Download a list of e-mails',
    description: 'All that the filters let through, newest first, as CSV or as JSON lines.',
    tag: 'Administration: e-mails',
    message: null,
    query: { format: { ...oneOf(Object.keys(TYPES)), default: 'jsonl' }, ...EMAIL_FILTERS },
    answers: {
      streams: Object.values(TYPES),
      description: 'A line for each e-mail; CSV has a line of headers.',
      examples: {
        [TYPES.csv]: csvLine(['id', 'to', 'state']) + csvLine([12, 'ada@example.com', 'sent']),
        [TYPES.jsonl]: `${JSON.stringify({ id: 12, to: 'ada@example.com', state: 'sent' })}\n`,
      },
    },
    errors: [ExportRunning],
  },
  async ({ services: { db, exports, nowMs }, admin, query }) => {
    const filters = readEmailFilters(query);
    const format = query.format === 'csv' ? 'csv' : 'jsonl';
    return exports.begin(admin.actor.name, async () => {
      const { sql, params } = recordBy(admin.actor, 'emails_exported', null);
      await db.one(sql, params);
      return {
        contentType: TYPES[format],
        fileName: exportName('emails', nowMs(), format),
        stream: exportedList({
          format,
          columns: COLUMNS,
          mayGoOn: admin.mayFinish,
          async read(after: number | null) {
            const { emails, next } = await emailPage(db, { ...filters, beforeId: after ?? undefined, limit: STEP });
            return { rows: emails.map(listedEmail), next };
          },
        }),
      };
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
];
