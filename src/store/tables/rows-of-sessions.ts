import type { Features } from '../../config/features.ts';
import { DECLARED_FEATURES, type FeatureName } from '../../features/declarations.ts';
import { type Statement, statement } from '../engine/database.ts';

export const ROWS_OF_SESSIONS = DECLARED_FEATURES.flatMap(({ name, endsWithSession: rows }) =>
  rows ? [{ name, ...rows }] : [],
);

/** SQL: ends the rows that features keep about sessions, where a condition on `user_id` and `session_id` holds. */
export const endRowsOfSessions = (where: string): string[] => ROWS_OF_SESSIONS.flatMap(({ end }) => end(where));

const withoutSession = (table: string): string => `session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM refresh_tokens
  WHERE refresh_tokens.user_id = ${table}.user_id AND refresh_tokens.id = ${table}.session_id)`;

/** The statements that `commit` runs after one that ends sessions. Features that are off keep their rows. */
export function afterEndedSessions(features?: Features): (one: Statement) => Statement[] {
  const enabled = ROWS_OF_SESSIONS.filter(({ name }) => features?.[name as FeatureName] ?? true);
  const endWhere = (users: string) => enabled.flatMap(({ table, end }) => end(`${users} AND ${withoutSession(table)}`));
  const [ofOne, ofMany] = [endWhere('user_id = $1'), endWhere('user_id > $1 AND user_id <= $2')];
  return ({ endsSessionsOf: users }) =>
    users ? (users.length === 1 ? ofOne : ofMany).map((sql) => statement(sql, users)) : [];
}
