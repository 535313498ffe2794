import { query, type Reads, type Statement, statement } from '../engine/database.ts';

const DELETE_OF_USER = 'DELETE FROM recovery_codes WHERE user_id = $1';
export const removeAll = (userId: number): Statement => statement(DELETE_OF_USER, [userId]);

const REMOVE_SINCE = 'DELETE FROM recovery_codes WHERE user_id = $1 AND created_at >= at($2)';
/** Removes codes created since then. */
export const removeMadeSince = (userId: number, sinceMs: number): Statement =>
  statement(REMOVE_SINCE, [userId, sinceMs]);

const INSERT = 'INSERT INTO recovery_codes (value_hash, user_id, created_at) VALUES ($1, $2, now())';
/** Replaces all codes. */
export const replace = (userId: number, valueHashes: readonly string[]): Statement[] => [
  removeAll(userId),
  ...valueHashes.map((valueHash) => statement(INSERT, [valueHash, userId])),
];

const SPEND = `UPDATE recovery_codes SET used_at = now() WHERE value_hash = $1 AND user_id = $2
  AND used_at IS NULL RETURNING user_id`;
/** Returns no row if the user has no such code, or it was used before. */
export const spend = (userId: number, valueHash: string): Statement => statement(SPEND, [valueHash, userId]);

const EXISTS = query`SELECT 1 AS found FROM recovery_codes WHERE value_hash = $1 AND user_id = $2 AND used_at IS NULL`;
export const isUnused = async (db: Reads, userId: number, valueHash: string): Promise<boolean> =>
  (await db.one(EXISTS, [valueHash, userId])) !== undefined;

const COUNT_UNUSED = query<{ unused: number }>`SELECT COUNT(*) AS unused FROM recovery_codes WHERE user_id = $1
  AND used_at IS NULL`;
export const countUnused = async (db: Reads, userId: number): Promise<number> =>
  (await db.one(COUNT_UNUSED, [userId]))?.unused ?? 0;
