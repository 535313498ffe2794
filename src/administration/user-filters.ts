import { oneOf, type Schema, text } from '../api/json-schema.ts';
import { isOff } from '../config/built-in-fields.ts';
import type { AccountFields } from '../config/field-presence.ts';
import { canonicalEmail } from '../core/email-address.ts';
import type { Reads } from '../store/engine/database.ts';
import { isExpiry } from '../store/tables/sessions-of-all-users.ts';
import { FILTERS, type FilterName, type UserFilters } from '../store/tables/user-filters.ts';
import { SORTS, type SortName } from '../store/tables/user-sorts.ts';
import type { Position } from '../store/tables/users-by-last-seen.ts';
import { invalid, type Parameters } from './query-parameters.ts';

const DEFAULT_SORT: SortName = '-created';

const filterNames = Object.keys(FILTERS) as FilterName[];

/** The account filters of a list, a count or an export. */
export const USER_FILTERS: Readonly<Record<string, Schema>> = {
  query: text('Case, accents and the punctuation of phone numbers do not matter.'),
  provider: text('The id of a login provider that is linked; `none` for accounts without one.'),
  ...Object.fromEntries(filterNames.map((name) => [name, oneOf(Object.keys(FILTERS[name]))])),
};

export const USER_SORT: Readonly<Record<string, Schema>> = {
  sort: { ...oneOf(Object.keys(SORTS)), default: DEFAULT_SORT },
};

export const readUserFilters = (query: Parameters, fields: AccountFields): UserFilters => ({
  query: query.query,
  email: query.query && canonicalEmail(query.query),
  ignoresPhoneNumbers: isOff('phone_number', fields),
  provider: query.provider,
  filters: Object.fromEntries(filterNames.map((name) => [name, query[name]])),
});

/** One of SORTS, because the declaration above accepts no other. */
export const sortOf = ({ sort }: Parameters): SortName => (sort ?? DEFAULT_SORT) as SortName;

/** Refuses times that the database did not write, because they would break the statement. */
export function checkPosition(db: Reads, query: Parameters, position: Position | undefined): Position | undefined {
  const isBySeen = sortOf(query).endsWith('seen');
  if (isBySeen && position && position.key !== '' && !isExpiry(db, position.key)) {
    throw invalid('after', 'must be the next of another page');
  }
  return position;
}
