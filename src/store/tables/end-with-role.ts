import { DECLARED_FEATURES } from '../../features/declarations.ts';
import { type Statement, statement } from '../engine/database.ts';

export const ENDS_WITH_ROLE = DECLARED_FEATURES.flatMap(({ endsWithRole = [] }) => endsWithRole);

/** Ends what features permitted to the account, or about it. */
export const endWithRole = (userId: number): Statement[] =>
  ENDS_WITH_ROLE.map(({ table, where }) => statement(`DELETE FROM ${table} WHERE ${where}`, [userId]));
