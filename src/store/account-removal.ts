import type { Database, Statement } from './database.ts';

const NOT_VERIFIED = `users.account_status = 'INACTIVE'`;

const recordIf = (condition: string): string =>
  `INSERT INTO audit_events (happened_at, event, user_id) SELECT now(), $2, users.id FROM users
    WHERE users.id = $1 AND ${condition} FOR UPDATE RETURNING user_id`;

const RECORD_DECLINED = recordIf(NOT_VERIFIED);
const RECORD_UNVERIFIED = recordIf(`${NOT_VERIFIED} AND users.created_at < now() - ms($3)`);

/** Sessions and e-mails of the account go with it (ON DELETE CASCADE). */
const REMOVE = 'DELETE FROM users WHERE id = $1';
const remove = (userId: number): Statement => ({ sql: REMOVE, params: [userId] });

/**
 * The statements that remove an account of an unverified address. The first one locks the account, records the event without the address of
 * whoever asked, and returns no row, so that nothing is removed, when the account was verified or suspended meanwhile.
 */
export const removeDeclined = (userId: number): Statement[] => [
  { sql: RECORD_DECLINED, params: [userId, 'declined'], required: true },
  remove(userId),
];

export const removeUnverified = (userId: number, keptMs: number): Statement[] => [
  { sql: RECORD_UNVERIFIED, params: [userId, 'unverified_removed', keptMs], required: true },
  remove(userId),
];

const UNVERIFIED = `SELECT id FROM users WHERE ${NOT_VERIFIED} AND created_at < now() - ms($1) ORDER BY created_at LIMIT $2`;
/** The oldest accounts that have not been verified for so long. */
export const unverifiedFor = async (db: Database, keptMs: number, limit: number): Promise<number[]> =>
  (await db.all<{ id: number }>(UNVERIFIED, [keptMs, limit])).map(({ id }) => id);
