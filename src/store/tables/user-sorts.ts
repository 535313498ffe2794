import type { Value } from '../engine/database.ts';
import { LAST_SEEN, type Position } from './users-by-last-seen.ts';

/** The index that serves a range of addresses. */
export const EMAIL = 'email COLLATE "C"';

interface Sort {
  readonly orderBy: string;
  /** The key of a position; empty if the id suffices. */
  readonly key: string;
  /** The parameters of a position: the id, the key, or both. */
  params(position: Position): Value[];
  after(position: readonly [key: string, id: string]): string;
  upTo(position: readonly [key: string, id: string]): string;
}

type Columns = Pick<Sort, 'key' | 'params'> & {
  readonly columns: readonly string[];
  values(position: readonly [key: string, id: string]): string;
};

function sortBy({ columns, values, ...sort }: Columns, isDescending = false): Sort {
  const row = columns.length === 1 ? columns[0] : `(${columns.join(', ')})`;
  const [behind, before] = isDescending ? ['<', '>='] : ['>', '<='];
  return {
    ...sort,
    orderBy: columns.map((column) => `${column}${isDescending ? ' DESC' : ''}`).join(', '),
    after: (position) => `${row} ${behind} ${values(position)}`,
    upTo: (position) => `${row} ${before} ${values(position)}`,
  };
}

/** Ids are assigned in the order of registration, so the primary key sorts by it. */
const CREATED: Columns = { columns: ['users.id'], key: `''`, params: ({ id }) => [id], values: ([, id]) => id };
const BY_EMAIL: Columns = {
  columns: [`users.${EMAIL}`],
  key: 'users.email',
  params: ({ key }) => [key],
  values: ([key]) => key,
};
const BY_NAME: Columns = {
  columns: ['users.name_key', 'users.id'],
  key: 'users.name_key',
  params: ({ key, id }) => [key, id],
  values: ([key, id]) => `(${key}, ${id})`,
};

/**
 * For accounts that were already read. All others are walked in the order of their sessions (users-by-last-seen.ts).
 * Accounts without a session come last in both directions, and their positions have an empty key.
 */
function sortBySeen(isDescending: boolean): Sort {
  const [direction, behind] = isDescending ? [' DESC', '<'] : ['', '>'];
  return {
    key: `COALESCE(CAST(${LAST_SEEN} AS TEXT), '')`,
    orderBy: `${LAST_SEEN} IS NULL, ${LAST_SEEN}${direction}, users.id${direction}`,
    params: ({ key, id }) => (key === '' ? [id] : [key, id]),
    after: ([key, id]) =>
      key === id
        ? `(${LAST_SEEN} IS NULL AND users.id ${behind} ${id})`
        : `(${LAST_SEEN} IS NULL OR ${LAST_SEEN} ${behind} moment(${key})
            OR (${LAST_SEEN} = moment(${key}) AND users.id ${behind} ${id}))`,
    upTo: () => {
      throw new Error('accounts cannot be walked by last use');
    },
  };
}

/** The sort orders of a list; `-` sorts in descending order. */
export const SORTS = {
  '-created': sortBy(CREATED, true),
  created: sortBy(CREATED),
  email: sortBy(BY_EMAIL),
  '-email': sortBy(BY_EMAIL, true),
  name: sortBy(BY_NAME),
  '-name': sortBy(BY_NAME, true),
  seen: sortBySeen(false),
  '-seen': sortBySeen(true),
} as const;
export type SortName = keyof typeof SORTS;
