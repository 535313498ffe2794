import { listedUser } from '../../../accounts/user-representations.ts';
import { recordBy } from '../../../store/audit.ts';
import { type ListedUser, listUsers } from '../../../store/user-list.ts';
import type { Position } from '../../../store/users-by-last-seen.ts';
import { ExportRunning } from '../../errors.ts';
import { oneOf } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { csvLine } from '../csv.ts';
import { exportedList, exportName, EXPORT_TYPES as TYPES } from '../exported-list.ts';
import { readUserFilters, sortOf, USER_FILTERS, USER_SORT } from './user-filters.ts';

/** Accounts that are read at once: on SQLite, nothing else is answered meanwhile. */
const STEP = 100;

export const adminExportUsers = adminOperation(
  {
    id: 'adminExportUsers',
    summary: 'Download a list of accounts',
    description: 'All that the filters let through, as CSV or as JSON lines.',
    tag: 'Administration: users',
    message: null,
    query: { format: { ...oneOf(Object.keys(TYPES)), default: 'jsonl' }, ...USER_FILTERS, ...USER_SORT },
    answers: {
      streams: Object.values(TYPES),
      description: 'A line for each account; CSV has a line of headers.',
      examples: {
        [TYPES.csv]: csvLine(['id', 'full_name', 'email']) + csvLine([7, 'Ada Lovelace', 'ada@example.com']),
        [TYPES.jsonl]: `${JSON.stringify({ id: 7, full_name: 'Ada Lovelace', email: 'ada@example.com' })}\n`,
      },
    },
    errors: [ExportRunning],
  },
  async ({ services: { db, exports, nowMs }, admin, query }) => {
    const filters = readUserFilters(query);
    const sort = sortOf(query);
    const format = query.format === 'csv' ? 'csv' : 'jsonl';
    return exports.begin(admin.actor.name, async () => {
      const { sql, params } = recordBy(admin.actor, 'users_exported', null);
      await db.one(sql, params);
      return {
        contentType: TYPES[format],
        fileName: exportName('users', nowMs(), format),
        stream: exportedList({
          format,
          columns: COLUMNS,
          mayGoOn: admin.mayFinish,
          async read(after: Position | null) {
            const { users, next } = await listUsers(db, { ...filters, sort, after: after ?? undefined, limit: STEP });
            return { rows: users.map(exported), next };
          },
        }),
      };
    });
  },
);

const exported = (user: ListedUser) => {
  const { factors, ...listed } = listedUser(user);
  return { ...listed, factors: factors.join(' ') };
};
const COLUMNS = [
  'id',
  'full_name',
  'email',
  'phone_number',
  'account_status',
  'role',
  'created_at',
  'last_seen_at',
  'deletion_due_at',
  'factors',
];
