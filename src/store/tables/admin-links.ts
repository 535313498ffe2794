import { query, type Reads, required, type Statement } from '../engine/database.ts';

const INSERT = `INSERT INTO admin_links (hash, user_id, expires_at) VALUES ($1, $2, now() + ms($3)) RETURNING hash`;
export const insert = (hash: string, userId: number | null, lifetimeMs: number): Statement =>
  required(INSERT, [hash, userId, lifetimeMs]);

interface AdminLink {
  /** The only account that may use the link; null: any. */
  readonly userId: number | null;
}

const USABLE = query<AdminLink>`SELECT user_id AS "userId" FROM admin_links WHERE hash = $1 AND expires_at > now()`;
/** Undefined if the link is unknown, expired or used. */
export const usable = (db: Reads, hash: string): Promise<AdminLink | undefined> => db.one(USABLE, [hash]);

const USE = `DELETE FROM admin_links WHERE hash = $1 AND expires_at > now()
  AND (user_id IS NULL OR user_id = $2) RETURNING hash`;
/** Uses the link up. Returns no row if this account can no longer use it. */
export const use = (hash: string, userId: number): Statement => required(USE, [hash, userId]);
