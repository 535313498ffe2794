import { type Happening, happening } from '../change.ts';
import { type Statement, statement } from '../engine/database.ts';

/** CAST: SQLite prepares anew whenever it binds a parameter compared with a partial index's condition (`slot <> 0`). */
const IN_OTHER_SLOTS = 'user_id = $1 AND slot <> CAST($2 AS bigint)';
const REMOVE_FROM_OTHER_SLOTS = `DELETE FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}`;
const SURPLUS = `user_id = $1 AND slot IN (SELECT slot FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}
    ORDER BY last_used_at DESC NULLS LAST, created_at DESC LIMIT 1000000 OFFSET $3)`;
const ENDED = `SELECT user_id, CAST(NULL AS text) AS subject, CAST(NULL AS text) AS subject_name, COUNT(*) AS count
  FROM refresh_tokens WHERE ${SURPLUS} AND expires_at > now() GROUP BY user_id`;
const REMOVE_SURPLUS = `DELETE FROM refresh_tokens WHERE ${SURPLUS}`;
/**
 * Steps behind `insertSession`, which locks the user: keep this slot's session and those used last, up to `max`. Others
 * that had not ended leave an event that counts them; one that SESSIONS=single replaces leaves none.
 */
export const removeSurplus = (userId: number, slot: number, max: number): (Statement | Happening)[] => {
  if (max === 1) return [statement(REMOVE_FROM_OTHER_SLOTS, [userId, slot])];
  const params = [userId, slot, max - 1];
  const ended = happening('session_ended', { sql: ENDED, params }, { by: 'MAX_SESSIONS', keepsEach: false });
  return [ended, statement(REMOVE_SURPLUS, params)];
};
