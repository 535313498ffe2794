import type { Database } from '../engine/database.ts';

/**
 * Rows with one value of an indexed column, or of several, in a range of ids; to be ordered by the columns and the id.
 * PostgreSQL would prefer the order of the primary key and read all that does not match; from a range of (column, id),
 * SQLite would read all above it.
 */
export const idRangeOf: Record<
  Database['kind'],
  (columns: string, values: string, below: string, from: string) => string
> = {
  sqlite: (columns, values, below, from) => `(${columns}) = (${values}) AND id < ${below} AND id >= ${from}`,
  postgres: (columns, values, below, from) =>
    `(${columns}, id) < (${values}, ${below}) AND (${columns}, id) >= (${values}, ${from})`,
};
