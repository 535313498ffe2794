import { findSessions, type SessionPlace } from '../../../store/tables/sessions-of-all-users.ts';
import { ExportRunning } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import { EXPORT_FORMAT, exportedLines, exportList } from '../exported-list.ts';
import { listedSession } from './listed-session.ts';
import { readSessionFilter, SESSION_FILTERS, SESSION_OWNER } from './session-filters.ts';

/** Sessions per read: on SQLite, a read blocks all other requests. */
const STEP = 100;

export const adminExportSessions = adminOperation(
  {
    id: 'adminExportSessions',
    summary: 'Export sessions',
    description: 'All that match the filters, as CSV or JSON lines.',
    tag: 'Administration: sessions',
    message: null,
    query: { ...EXPORT_FORMAT, ...SESSION_OWNER, ...SESSION_FILTERS },
    answers: exportedLines('A line for each session', { id: '0a1b2c', user_id: 7, email: 'ada@example.com' }),
    errors: [ExportRunning],
  },
  async (context) => {
    const { query, services } = context;
    const isWanted = readSessionFilter(query, services.nowMs());
    const userId = query.user === undefined ? undefined : Number(query.user);
    return exportList(context, {
      name: 'sessions',
      columns: COLUMNS,
      async read(after: SessionPlace | null) {
        const wanted = { userId, isWanted, after: after ?? undefined, limit: STEP };
        const { sessions, next } = await findSessions(services.db, wanted);
        const listed = await Promise.all(sessions.map(listedSession));
        return { rows: listed.map(({ ways, ...session }) => ({ ...session, ways: ways.join(' ') })), next };
      },
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
] as const;
