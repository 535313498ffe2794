import { query, type Reads, type Statement, statement } from '../engine/database.ts';

const ACCEPTED = query`SELECT version FROM terms_acceptances WHERE user_id = $1 AND version = $2`;
export const hasAccepted = async (db: Reads, userId: number, version: string): Promise<boolean> =>
  (await db.one(ACCEPTED, [userId, version])) !== undefined;

const ACCEPT = `INSERT INTO terms_acceptances (user_id, version, accepted_at, address)
  SELECT id, $2, now(), $3 FROM users WHERE email = $1 ON CONFLICT (user_id, version) DO NOTHING`;
/** The owner is found by address, because a registration does not know the id yet. */
export const accept = (email: string, version: string, address: string | null): Statement =>
  statement(ACCEPT, [email, version, address]);
