import type { Database, Row } from './database.ts';

/** An app that is to be told that a login of its is over. */
export interface PendingLogout {
  readonly id: string;
  readonly clientId: string;
  /** The account and its session, see openid/account-id.ts. */
  readonly account: string;
  /** This one included. */
  readonly attempts: number;
}

const CLAIM = `UPDATE openid_logouts SET attempts = attempts + 1, due_at = now() + ms($2)
  WHERE id IN (SELECT id FROM openid_logouts WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING id, client_id AS "clientId", account, attempts`;
/** Takes some that are due; what is not finished within `leaseMs`, because the process was killed, is due again. */
export const claimLogouts = (db: Database, limit: number, leaseMs: number): Promise<PendingLogout[]> =>
  db.all<PendingLogout & Row>(CLAIM, [limit, leaseMs]);

const POSTPONE = 'UPDATE openid_logouts SET due_at = now() + ms($2) WHERE id = $1';
export const postponeLogout = async (db: Database, id: string, ms: number): Promise<void> =>
  void (await db.one(POSTPONE, [id, ms]));

const REMOVE = 'DELETE FROM openid_logouts WHERE id = $1';
export const removeLogout = async (db: Database, id: string): Promise<void> => void (await db.one(REMOVE, [id]));
