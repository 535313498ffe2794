import { countedRow } from '../../../store/tables/audit.ts';
import { type AuditPosition, auditPage } from '../../../store/tables/merge-audit-page.ts';
import { ExportRunning } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import { EXPORT_FORMAT, exportedLines, exportList } from '../exported-list.ts';
import { AUDIT_PARAMETERS, readFilter } from './filter.ts';
import { auditEvent } from './schema.ts';

/** Rows per read: on SQLite, a read blocks all other requests. */
const STEP = 200;

export const adminExportAudit = adminOperation(
  {
    id: 'adminExportAudit',
    summary: 'Export audit events',
    description: 'Newest first, as CSV or JSON lines.',
    tag: 'Administration: audit trail',
    message: null,
    query: { ...EXPORT_FORMAT, ...AUDIT_PARAMETERS },
    answers: exportedLines('A line for each event or count', {
      id: 7,
      time: '2026-01-31T09:00:00.000Z',
      event: 'logged_in',
    }),
    errors: [ExportRunning],
  },
  async (context) => {
    const { db } = context.services;
    const filter = await readFilter(db, context.query);
    return exportList(context, {
      name: 'audit',
      columns: COLUMNS,
      async read(after: AuditPosition | null) {
        const { rows, next } = await auditPage(db, filter, after, STEP);
        return { rows: rows.map(auditEvent), next };
      },
    });
  },
);

const NONE = auditEvent(countedRow({ hour: 0, event: '', network: '', events: 0 }));
const COLUMNS = Object.keys(NONE) as (keyof typeof NONE)[];
