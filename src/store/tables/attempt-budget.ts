import { type Statement, statement } from '../engine/database.ts';

interface Guessed {
  readonly table: string;
  /** The column that identifies the row. */
  readonly key: string;
  /** The condition under which there is a secret to guess. */
  readonly where: string;
  /** The columns that judging an attempt needs. */
  readonly returning: string;
}

/** SQL: returns a correct attempt to the budget. */
export const REFUND = 'failures = CASE WHEN failures > 0 THEN failures - 1 ELSE 0 END';

/**
 * A secret with a budget of attempts. The columns `failures` and `failing_since` of its row count them from the first
 * one for `windowMs`. An attempt is counted before it is judged, so that of a thousand parallel guesses only `limit`
 * are judged. Returns no row if the budget is used up or there is nothing to guess. A limit of 0 allows any number.
 */
export function attemptBudget<Row>({ table, key, where, returning }: Guessed, windowMs: number) {
  const isOver = '(failing_since IS NULL OR failing_since <= now() - ms($3))';
  const sql = `UPDATE ${table} SET
    failures = CASE WHEN ${isOver} THEN 1 ELSE failures + 1 END,
    failing_since = CASE WHEN ${isOver} THEN now() ELSE failing_since END
  WHERE ${key} = $1 AND ${where} AND ($2 = 0 OR failures < $2 OR ${isOver})
  RETURNING ${returning}, failures AS "attempts"`;
  return (id: string | number, limit: number): Statement<Row & { readonly attempts: number }> =>
    statement(sql, [id, limit, windowMs]);
}
