import type { Database } from '../engine/database.ts';

/**
 * Selects rows with given values of indexed columns in a range of ids, to be ordered by these columns and the id. A
 * plain condition is slow: PostgreSQL would walk the primary key and read every row that does not match, and for a
 * range of (column, id) SQLite would read every row above it.
 */
export const idRangeOf: Record<
  Database['kind'],
  (columns: string, values: string, below: string, from: string) => string
> = {
  sqlite: (columns, values, below, from) => `(${columns}) = (${values}) AND id < ${below} AND id >= ${from}`,
  postgres: (columns, values, below, from) =>
    `(${columns}, id) < (${values}, ${below}) AND (${columns}, id) >= (${values}, ${from})`,
};
