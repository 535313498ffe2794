import { done } from '../../../http/envelope.ts';
import { countUsers as count, MAX_COUNT } from '../../../store/tables/user-counts.ts';
import { boolean, integer, named, object } from '../../json-schema.ts';
import { adminOperation } from '../admin-operation.ts';
import { readUserFilters, USER_FILTERS } from './user-filters.ts';

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
