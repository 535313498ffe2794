import { type AuditRow, countedRow, recordBy } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import type { AuditFilter } from '../../../store/find-audit-events.ts';
import { type AuditPosition, auditPage } from '../../../store/merge-audit-page.ts';
import { ExportRunning } from '../../errors.ts';
import { oneOf } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { csvLine } from './csv.ts';
import { AUDIT_PARAMETERS, readFilter } from './filter.ts';
import { timeOf } from './schema.ts';

const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;
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
        fileName: `audit-${new Date(nowMs()).toISOString().slice(0, 10)}.${format}`,
        stream: (format === 'csv' ? csv : jsonLines)(pages(db, filter, admin.mayFinish)),
      };
    });
  },
);

type Pages = AsyncIterable<readonly AuditRow[]>;

async function* jsonLines(pages: Pages): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(exported(row))}\n`).join('');
}

async function* csv(pages: Pages): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const rows of pages) yield rows.map((row) => csvLine(Object.values(exported(row)))).join('');
}

/** A client that takes the file slowly gets no more of it once it may not have it any more: the response is cut off. */
async function* pages(db: Database, filter: AuditFilter, mayGoOn: () => Promise<boolean>): Pages {
  let after: AuditPosition | null = null;
  do {
    if (after !== null && !(await mayGoOn())) throw new Error('whoever asked for it is not allowed to any more');
    const { rows, next } = await auditPage(db, filter, after, STEP);
    if (rows.length > 0) yield rows;
    after = next;
  } while (after !== null);
}

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
