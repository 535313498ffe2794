import { boolean, integer, named, object } from '../api/json-schema.ts';
import { isOff } from '../config/built-in-fields.ts';
import { type AccountFields, customFields } from '../config/field-presence.ts';
import { shownOf } from '../core/profile/custom-fields.ts';
import { listedUser } from '../core/user-representations.ts';
import { done } from '../http/envelope.ts';
import { countUsers as count, MAX_COUNT } from '../store/tables/user-counts.ts';
import { listUsers, type ListedUser as UserRow } from '../store/tables/user-list.ts';
import type { Position } from '../store/tables/users-by-last-seen.ts';
import { adminOperation } from './admin-operation.ts';
import { exportedLines, exportOperation } from './exported-list.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from './page-cursor.ts';
import { detailsOf, targetUser } from './target-user.ts';
import { checkPosition, readUserFilters, sortOf, USER_FILTERS, USER_SORT } from './user-filters.ts';
import { ListedUser, UserDetails } from './user-schemas.ts';

export const adminListUsers = adminOperation(
  {
    id: 'adminListUsers',
    summary: 'List accounts',
    description: 'Searches the beginning of e-mail addresses, words of names and phone numbers, or an id.',
    tag: 'Administration: users',
    message: 'Users retrieved successfully',
    query: { ...USER_FILTERS, ...USER_SORT, ...PAGE_PARAMETERS },
    answers: pageOf('UserPage', ListedUser),
    compressible: true,
  },
  async ({ services: { db, fields }, query }) => {
    const after = checkPosition(db, query, readCursor(query));
    const limit = limitOf(query);
    const { users, next } = await listUsers(db, {
      ...readUserFilters(query, fields),
      sort: sortOf(query),
      after,
      limit,
    });
    return done({ items: users.map(listedUser), next: next && cursorOf(query, next) });
  },
);

const Count = named(
  'AccountCount',
  object({
    count: { ...integer(), description: `At most ${MAX_COUNT}.` },
    more: boolean({ description: 'Whether there are or may be more: counting stops at a limit.' }),
  }),
);

const { query, role, factor, provider } = USER_FILTERS;

export const adminCountUsers = adminOperation(
  {
    id: 'adminCountUsers',
    summary: 'Count accounts',
    description: `Counts all accounts, or those that match a search, by state; up to ${MAX_COUNT}.`,
    tag: 'Administration: users',
    message: 'Users counted',
    query: { ...(query && { query }), ...(role && { role }), ...(factor && { factor }), ...(provider && { provider }) },
    answers: named(
      'AccountCounts',
      object({ all: Count, active: Count, inactive: Count, suspended: Count, admins: Count }),
    ),
  },
  async ({ services, query: given }) => done(await count(services.db, readUserFilters(given, services.fields))),
);

export const adminGetUser = adminOperation(
  {
    id: 'adminGetUser',
    summary: 'Get an account',
    description: 'Profile, factors, sessions, latest e-mails and events.',
    tag: 'Administration: users',
    message: 'User retrieved successfully',
    answers: UserDetails,
  },
  async (context) => {
    const user = await targetUser(context);
    return done(await detailsOf(context, user));
  },
);

/** Accounts per read: on SQLite, a read blocks all other requests. */
const STEP = 100;

export const adminExportUsers = exportOperation(
  {
    id: 'adminExportUsers',
    summary: 'Export accounts',
    description: 'All that match the filters, as CSV or JSON lines.',
    tag: 'Administration: users',
    query: { ...USER_FILTERS, ...USER_SORT },
    answers: exportedLines('A line for each account', {
      id: 7,
      full_name: 'Ada Lovelace',
      email: 'ada@example.com',
    }),
  },
  ({ query, services: { db, fields } }) => {
    const search = { ...readUserFilters(query, fields), sort: sortOf(query), limit: STEP };
    return {
      name: 'users',
      columns: [...COLUMNS.filter((column) => !isOff(column, fields)), ...customFields(fields).map(({ name }) => name)],
      async read(after: Position | null) {
        const { users, next } = await listUsers(db, { ...search, after: after ?? undefined });
        return { rows: users.map((user) => exported(user, fields)), next };
      },
    };
  },
);

const exported = (user: UserRow, fields: AccountFields): Readonly<Record<string, string | number | boolean | null>> => {
  const { factors, ...listed } = listedUser(user);
  const values = Object.entries(shownOf(fields, user.fields)).map(([key, value]) => [`fields.${key}`, value] as const);
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
