import { canonicalEmail } from '../../../accounts/email-address.ts';
import { listedUser } from '../../../accounts/user-representations.ts';
import { done } from '../../../http/envelope.ts';
import { FILTERS, type FilterName } from '../../../store/user-conditions.ts';
import { listUsers } from '../../../store/user-list.ts';
import { SORTS, type SortName } from '../../../store/user-sorts.ts';
import { oneOf, text } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { cursorOf, limitOf, PAGE_PARAMETERS, pageOf, readCursor } from '../page-cursor.ts';
import { ListedUser } from './schema.ts';

const DEFAULT_SORT: SortName = '-created';

const filterNames = Object.keys(FILTERS) as FilterName[];

export const adminListUsers = adminOperation(
  {
    id: 'adminListUsers',
    summary: 'Find accounts',
    description: 'By what an e-mail address, a word of a name or a phone number begins with, or by id.',
    tag: 'Administration: users',
    message: 'Users retrieved successfully',
    query: {
      query: text('Case, accents and the punctuation of phone numbers do not matter.'),
      ...Object.fromEntries(filterNames.map((name) => [name, oneOf(Object.keys(FILTERS[name]))])),
      sort: { ...oneOf(Object.keys(SORTS)), default: DEFAULT_SORT },
      ...PAGE_PARAMETERS,
    },
    answers: pageOf('UserPage', ListedUser),
    compressible: true,
    errors: [],
  },
  async ({ services, query }) => {
    const after = readCursor(query);
    const { users, next } = await listUsers(services.db, {
      query: query.query,
      email: query.query && canonicalEmail(query.query),
      filters: Object.fromEntries(filterNames.map((name) => [name, query[name]])),
      // One of SORTS, because the declaration above admits no other.
      sort: (query.sort ?? DEFAULT_SORT) as SortName,
      after,
      limit: limitOf(query),
    });
    return done({
      items: users.map(listedUser),
      next: next && cursorOf(query, next),
    });
  },
);
