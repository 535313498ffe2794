import { type Statement, statement } from '../engine/database.ts';

interface Guessed {
  readonly table: string;
  /** The column that names the row. */
  readonly key: string;
  /** The condition under which there is something to guess. */
  readonly where: string;
  /** What is needed to judge an attempt. */
  readonly returning: string;
}

/** SQL: gives back what an attempt took, because it was right. */
export const GIVE_BACK = 'failures = CASE WHEN failures > 0 THEN failures - 1 ELSE 0 END';

/**
 * A proof with a budget of attempts, which the columns `failures` and `failing_since` of its row count, from the first
 * one on and for `windowMs`. An attempt is taken before it is judged: of a thousand parallel guesses no more than the
 * limit are. No row if the budget is used up, or there is nothing to guess. Limit 0: any number.
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
