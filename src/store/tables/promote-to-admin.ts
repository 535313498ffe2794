import { query, type Reads, required, type Statement } from '../engine/database.ts';

/**
 * FIRST_ADMIN_EMAIL may promote its account while there is no administrator and nobody has changed its role or address:
 * the setting may stay for years and must not reinstate a demoted administrator.
 */
const NOBODY_IS = "NOT EXISTS (SELECT 1 FROM users AS others WHERE others.role = 'ADMIN')";
const MAY_BE_FIRST = `email = $1 AND role = 'USER' AND deletion_due_at IS NULL AND ${NOBODY_IS}
  AND NOT EXISTS (SELECT 1 FROM audit_events WHERE user_id = users.id AND event IN ('role_changed', 'email_changed'))`;

const CANDIDATE = query<{ readonly id: number; readonly status: string }>`SELECT id, account_status AS status
  FROM users WHERE ${MAY_BE_FIRST}`;
export const firstAdministrator = (
  db: Reads,
  email: string,
): Promise<{ readonly id: number; readonly status: string } | undefined> => db.one(CANDIDATE, [email]);

const LACKED = query`SELECT 1 AS lacked WHERE ${NOBODY_IS}`;
export const isAdministratorLacked = async (db: Reads): Promise<boolean> => (await db.one(LACKED)) !== undefined;

const PROMOTE_FIRST = `UPDATE users SET role = 'ADMIN', updated_at = now() WHERE account_status = 'ACTIVE'
  AND ${MAY_BE_FIRST} RETURNING id`;
/** Returns no row if the account is not ACTIVE or no longer qualifies. */
export const promoteFirst = (email: string): Statement => required(PROMOTE_FIRST, [email]);

const PROMOTE = `UPDATE users SET role = 'ADMIN', updated_at = now()
  WHERE id = $1 AND role = 'USER' AND account_status = 'ACTIVE' AND deletion_due_at IS NULL RETURNING id`;
/** Returns no row if the account is not ACTIVE or is an administrator already. */
export const promote = (id: number): Statement => required(PROMOTE, [id]);

const COUNT_ACTIVE = query<{ administrators: number }>`SELECT COUNT(*) AS administrators FROM users
  WHERE role = 'ADMIN' AND account_status = 'ACTIVE' AND deletion_due_at IS NULL`;
/** Counts active administrators. */
export const countActive = async (db: Reads): Promise<number> => (await db.one(COUNT_ACTIVE))?.administrators ?? 0;
