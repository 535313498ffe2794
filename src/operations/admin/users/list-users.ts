import { listedUser } from '../../../accounts/user-representations.ts';
import { done } from '../../../http/envelope.ts';
import { listUsers } from '../../../store/tables/user-list.ts';
import { adminOperation } from '../admin-operation.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from '../page-cursor.ts';
import { ListedUser } from './schema.ts';
import { checkPosition, readUserFilters, sortOf, USER_FILTERS, USER_SORT } from './user-filters.ts';

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
