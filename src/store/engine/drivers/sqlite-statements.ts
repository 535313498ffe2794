import type { DatabaseSync } from 'node:sqlite';
import type { Row, Value } from '../database.ts';

export interface PreparedStatement {
  all(params: readonly Value[]): Row[];
  first(params: readonly Value[]): Row | undefined;
}

/**
 * Builds rows from arrays. The objects of node:sqlite have no prototype, so V8 gives each a separate shape, and reading
 * a member of one takes longer than reading the row.
 */
export function prepareStatement(connection: DatabaseSync, sql: string, nowMs: () => number): PreparedStatement {
  const { text, hasNow } = toSqlite(sql);
  const statement = connection.prepare(text);
  statement.setReturnArrays(true);
  const toRow = rowMaker(statement.columns().map(({ name }) => name));
  return {
    all(params) {
      const rows = hasNow ? statement.all(...params, nowMs()) : statement.all(...params);
      return (rows as unknown as Value[][]).map(toRow);
    },
    first(params) {
      const values = hasNow ? statement.get(...params, nowMs()) : statement.get(...params);
      return values && toRow(values as unknown as Value[]);
    },
  };
}

const rowMaker =
  (names: readonly string[]) =>
  (values: readonly Value[]): Row => {
    const row: Row = {};
    for (let at = 0; at < names.length; at += 1) row[names[at] as string] = values[at] as Value;
    return row;
  };

/**
 * Translates the common dialect (database.ts). `LIMIT $1` becomes an expression, because SQLite prepares the statement
 * again whenever a bare limit changes. `now()` becomes the last parameter, because a callback takes longer than a read
 * by primary key.
 */
function toSqlite(sql: string): { readonly text: string; readonly hasNow: boolean } {
  const parameters = sql.matchAll(/\$(\d+)/g).map(([, number]) => Number(number));
  const text = sql
    .replace(/\bLIMIT (\$\d+)/g, 'LIMIT $1 + 0')
    .replace(/\b(?:ms|at)\((\$\d+)\)/g, '$1')
    // The `+ 0` removes the affinity of the cast, with which SQLite would not use the index of an expression.
    .replace(/\bmoment\((\$\d+)\)/g, '(CAST($1 AS INTEGER) + 0)')
    .replace(/\bday\(([\w.]+)\)/g, '($1 / 86400000)')
    .replace(/\bFOR (?:UPDATE( SKIP LOCKED)?|SHARE)\b/g, '')
    .replaceAll(' COLLATE "C"', '')
    .replace(/\$(\d+)/g, '?$1')
    .replace(/\bnow\(\)/g, `?${Math.max(0, ...parameters) + 1}`);
  return { text, hasNow: sql.includes('now()') };
}
