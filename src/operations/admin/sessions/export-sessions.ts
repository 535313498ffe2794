import { recordBy } from '../../../store/audit.ts';
import { findSessions, type SessionPlace } from '../../../store/sessions-of-all-users.ts';
import { ExportRunning } from '../../errors.ts';
import { oneOf } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { csvLine } from '../csv.ts';
import { exportedList, exportName, EXPORT_TYPES as TYPES } from '../exported-list.ts';
import { listedSession } from './listed-session.ts';
import { readSessionFilter, SESSION_FILTERS, SESSION_OWNER } from './session-filters.ts';

/** Sessions that are read at once: on SQLite, nothing else is answered meanwhile. */
const STEP = 100;

export const adminExportSessions = adminOperation(
  {
    id: 'adminExportSessions',
    summary: 'Download a list of sessions',
    description: 'All that the filters let through, as CSV or as JSON lines.',
    tag: 'Administration: sessions',
    message: null,
    query: { format: { ...oneOf(Object.keys(TYPES)), default: 'jsonl' }, ...SESSION_OWNER, ...SESSION_FILTERS },
    answers: {
      streams: Object.values(TYPES),
      description: 'A line for each session; CSV has a line of headers.',
      examples: {
        [TYPES.csv]: csvLine(['id', 'user_id', 'email']) + csvLine(['0a1b2c', 7, 'ada@example.com']),
        [TYPES.jsonl]: `${JSON.stringify({ id: '0a1b2c', user_id: 7, email: 'ada@example.com' })}\n`,
      },
    },
    errors: [ExportRunning],
  },
  async ({ services: { db, exports, nowMs }, admin, query }) => {
    const isWanted = readSessionFilter(query, nowMs());
    const userId = query.user === undefined ? undefined : Number(query.user);
    const format = query.format === 'csv' ? 'csv' : 'jsonl';
    return exports.begin(admin.actor.name, async () => {
      const { sql, params } = recordBy(admin.actor, 'sessions_exported', null);
      await db.one(sql, params);
      return {
        contentType: TYPES[format],
        fileName: exportName('sessions', nowMs(), format),
        stream: exportedList({
          format,
          columns: COLUMNS,
          mayGoOn: admin.mayFinish,
          async read(after: SessionPlace | null) {
            const wanted = { userId, isWanted, after: after ?? undefined, limit: STEP };
            const { sessions, next } = await findSessions(db, wanted);
            const listed = await Promise.all(sessions.map(listedSession));
            return { rows: listed.map(({ ways, ...session }) => ({ ...session, ways: ways.join(' ') })), next };
          },
        }),
      };
    });
  },
);

const COLUMNS = [
  'device',
  'browser',
  'system',
  'address',
  'created_at',
  'last_used_at',
  'id',
  'user_id',
  'full_name',
  'email',
  'ways',
];
