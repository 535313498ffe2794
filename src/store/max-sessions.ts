import { KEPT, recordCounted } from './audit-bounds.ts';
import { type Statement, statement } from './database.ts';

/** CAST: SQLite prepares anew whenever it binds a parameter compared with a partial index's condition (`slot <> 0`). */
const IN_OTHER_SLOTS = 'user_id = $1 AND slot <> CAST($2 AS bigint)';
const REMOVE_FROM_OTHER_SLOTS = `DELETE FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}`;
const SURPLUS = `user_id = $1 AND slot IN (SELECT slot FROM refresh_tokens WHERE ${IN_OTHER_SLOTS}
    ORDER BY last_used_at DESC NULLS LAST, created_at DESC LIMIT 1000000 OFFSET $3)`;
const RECORD_SURPLUS = recordCounted(
  'counted',
  `SELECT 'session_ended' AS event, user_id, CAST(NULL AS text) AS address, CAST(NULL AS text) AS user_agent,
    'MAX_SESSIONS' AS actor,
    CAST(NULL AS text) AS subject, COUNT(*) AS count FROM refresh_tokens WHERE ${SURPLUS}
    AND expires_at > now() GROUP BY user_id`,
  '$4',
);
const REMOVE_SURPLUS = `DELETE FROM refresh_tokens WHERE ${SURPLUS}`;
/**
 * Behind `insertSession` in its batch, which locks the user: keeps this slot's session and those used last, up to
 * `max`. Others that had not ended leave an event that counts them; one that SESSIONS=single replaces leaves none.
 */
export const removeSurplus = (userId: number, slot: number, max: number): Statement[] => {
  if (max === 1) return [statement(REMOVE_FROM_OTHER_SLOTS, [userId, slot])];
  const params = [userId, slot, max - 1];
  return [statement(RECORD_SURPLUS, [...params, KEPT.counted.withinMs]), statement(REMOVE_SURPLUS, params)];
};
