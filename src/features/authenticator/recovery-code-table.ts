import { query, type Reads, type Statement, statement } from '../../store/engine/database.ts';
import { unprovenIn } from '../../store/tables/sessions.ts';

const DELETE_OF_USER = 'DELETE FROM recovery_codes WHERE user_id = $1';
const INSERT = `INSERT INTO recovery_codes (value_hash, user_id, created_at, is_unproven)
  SELECT $1, users.id, now(), ${unprovenIn('$3')} FROM users WHERE users.id = $2`;
/** Replaces all codes. The new ones are as proven as the session. */
export const replace = (userId: number, sessionId: string | undefined, valueHashes: readonly string[]): Statement[] => [
  statement(DELETE_OF_USER, [userId]),
  ...valueHashes.map((valueHash) => statement(INSERT, [valueHash, userId, sessionId ?? null])),
];

const SPEND = `UPDATE recovery_codes SET used_at = now() WHERE value_hash = $1 AND user_id = $2
  AND used_at IS NULL RETURNING user_id`;
/** Returns no row if the user has no such code, or it was used before. */
export const spend = (userId: number, valueHash: string): Statement => statement(SPEND, [valueHash, userId]);

const EXISTS = query`SELECT 1 AS found FROM recovery_codes WHERE value_hash = $1 AND user_id = $2 AND used_at IS NULL`;
export const isUnused = async (db: Reads, userId: number, valueHash: string): Promise<boolean> =>
  (await db.one(EXISTS, [valueHash, userId])) !== undefined;
