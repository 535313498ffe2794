import { shownOf } from '../../../accounts/profile/own-fields.ts';
import { listedUser } from '../../../accounts/user-representations.ts';
import { type AccountFields, isOff } from '../../../config/account-fields.ts';
import { type ListedUser, listUsers } from '../../../store/tables/user-list.ts';
import type { Position } from '../../../store/tables/users-by-last-seen.ts';
import { ExportRunning } from '../../errors.ts';
import { adminOperation } from '../admin-operation.ts';
import { EXPORT_FORMAT, exportedLines, exportList } from '../exported-list.ts';
import { readUserFilters, sortOf, USER_FILTERS, USER_SORT } from './user-filters.ts';

/** Accounts per read: on SQLite, a read blocks all other requests. */
const STEP = 100;

export const adminExportUsers = adminOperation(
  {
    id: 'adminExportUsers',
    summary: 'Export accounts',
    description: 'All that match the filters, as CSV or JSON lines.',
    tag: 'Administration: users',
    message: null,
    query: { ...EXPORT_FORMAT, ...USER_FILTERS, ...USER_SORT },
    answers: exportedLines('A line for each account', {
      id: 7,
      full_name: 'Ada Lovelace',
      email: 'ada@example.com',
    }),
    errors: [ExportRunning],
  },
  async (context) => {
    const { query, services } = context;
    const wanted = { ...readUserFilters(query, services.fields), sort: sortOf(query), limit: STEP };
    return exportList(context, {
      name: 'users',
      columns: [
        ...COLUMNS.filter((column) => !isOff(column, services.fields)),
        ...services.fields.own.map(({ name }) => ownColumn(name)),
      ],
      async read(after: Position | null) {
        const { users, next } = await listUsers(services.db, { ...wanted, after: after ?? undefined });
        return { rows: users.map((user) => exported(user, services.fields)), next };
      },
    });
  },
);

const ownColumn = (name: string) => `fields.${name}`;

const exported = (
  user: ListedUser,
  { own }: AccountFields,
): Readonly<Record<string, string | number | boolean | null>> => {
  const { factors, ...listed } = listedUser(user);
  const values = Object.entries(shownOf(own, user.fields)).map(([name, value]) => [ownColumn(name), value] as const);
  return { ...listed, factors: factors.join(' '), ...Object.fromEntries(values) };
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
] as const satisfies readonly (keyof ReturnType<typeof listedUser>)[];
