import { type AuditRow, countedRow, recordBy } from '../../../store/audit.ts';
import { type AuditPosition, auditPage } from '../../../store/merge-audit-page.ts';
import { ExportRunning } from '../../errors.ts';
import { oneOf } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { csvLine } from '../csv.ts';
import { exportedList, exportName, EXPORT_TYPES as TYPES } from '../exported-list.ts';
import { AUDIT_PARAMETERS, readFilter } from './filter.ts';
import { timeOf } from './schema.ts';

/** Rows that are read at once: on SQLite, nothing else is answered meanwhile. */
const STEP = 200;

export const adminExportAudit = adminOperation(
  {
    id: 'adminExportAudit',
    summary: 'Download the audit trail',
    description: 'Newest first, as CSV or as JSON lines.',
    tag: 'Administration: audit trail',
    message: null,
    query: { format: { ...oneOf(Object.keys(TYPES)), default: 'jsonl' }, ...AUDIT_PARAMETERS },
    answers: {
      streams: Object.values(TYPES),
      description: 'A line for each event or count; CSV has a line of headers.',
      examples: {
        [TYPES.csv]: csvLine(['id', 'time', 'event']) + csvLine([7, '2026-01-31T09:00:00.000Z', 'logged_in']),
        [TYPES.jsonl]: `${JSON.stringify({ id: 7, time: '2026-01-31T09:00:00.000Z', event: 'logged_in' })}\n`,
      },
    },
    errors: [ExportRunning],
  },
  async ({ services: { db, exports, nowMs }, admin, query }) => {
    const filter = await readFilter(db, query);
    const format = query.format === 'csv' ? 'csv' : 'jsonl';
    return exports.begin(admin.actor.name, async () => {
      const { sql, params } = recordBy(admin.actor, 'audit_exported', null);
      await db.one(sql, params);
      return {
        contentType: TYPES[format],
        fileName: exportName('audit', nowMs(), format),
        stream: exportedList({
          format,
          columns: COLUMNS,
          mayGoOn: admin.mayFinish,
          async read(after: AuditPosition | null) {
            const { rows, next } = await auditPage(db, filter, after, STEP);
            return { rows: rows.map(exported), next };
          },
        }),
      };
    });
  },
);

const exported = (row: AuditRow) => ({
  id: row.id,
  time: timeOf(row),
  event: row.event,
  count: row.count,
  user_id: row.user_id,
  email: row.email,
  address: row.address,
  user_agent: row.user_agent,
  actor: row.actor,
  actor_email: row.actor_email ?? null,
  subject: row.subject,
  subject_name: row.subject_name,
});
const COLUMNS = Object.keys(exported(countedRow({ hour: 0, event: '', network: '', events: 0 })));
