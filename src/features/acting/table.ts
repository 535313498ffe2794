import type { EventSubject } from '../../store/audit/record.ts';
import { query, type Reads, type RequiredStatement, required, type Statement } from '../../store/engine/database.ts';
import type { ActingConditions } from '../../store/request-sender.ts';
import type { User } from '../../store/tables/user.ts';

const BEGIN = `INSERT INTO acting (admin_id, id, session_id, user_id, began_at, expires_at)
  SELECT $1, $2, $3, users.id, now(), now() + ms($4) FROM users
  WHERE users.id = $5 AND users.credential_version = $6 AND users.role = 'USER' AND users.account_status = 'ACTIVE'
    AND users.deletion_due_at IS NULL FOR UPDATE
  ON CONFLICT (admin_id) DO UPDATE SET id = excluded.id, session_id = excluded.session_id, user_id = excluded.user_id,
    began_at = excluded.began_at, expires_at = excluded.expires_at
  RETURNING expires_at AS "expiresAtMs"`;

interface NewActing {
  readonly id: string;
  readonly adminId: number;
  readonly sessionId: string;
  readonly lifetimeMs: number;
}

/** Replaces an earlier session of the administrator. Returns no row if acting as the account is no longer allowed. */
export const begin = (
  checked: User,
  { id, adminId, sessionId, lifetimeMs }: NewActing,
): RequiredStatement<{ readonly expiresAtMs: number }> =>
  required(BEGIN, [adminId, id, sessionId, lifetimeMs, checked.id, checked.credentialVersion]);

const OF_ADMINISTRATOR = `SELECT user_id, CAST(NULL AS text) AS subject, CAST(NULL AS text) AS subject_name, 1 AS count
  FROM acting WHERE admin_id = $1 AND expires_at > now()`;
/** The subject of an event about acting that ends early. The event must be recorded before the end. */
export const ofAdministrator = (adminId: number): EventSubject => ({ sql: OF_ADMINISTRATOR, params: [adminId] });

const END = 'DELETE FROM acting WHERE admin_id = $1 RETURNING id';
export const end = (adminId: number): Statement => required(END, [adminId]);

/** An administrator who acts as an account. */
interface Acting {
  readonly id: string;
  readonly adminId: number;
  readonly userId: number;
}

const IS_CURRENT = 'acting.admin_id = $1 AND acting.id = $2 AND acting.user_id = $3 AND acting.expires_at > now()';
const MAY_ACT = `admin.id = $1 AND admin.role = 'ADMIN' AND admin.account_status = 'ACTIVE'
  AND admin.deletion_due_at IS NULL AND refresh_tokens.expires_at > now()`;

const SESSION = query<{ sessionId: string }>`SELECT acting.session_id AS "sessionId" FROM acting
  JOIN users AS admin ON admin.id = acting.admin_id
  JOIN refresh_tokens ON refresh_tokens.user_id = admin.id AND refresh_tokens.id = acting.session_id
  WHERE ${IS_CURRENT} AND ${MAY_ACT}`;
/** The administrator's session in which acting began; undefined once it has ended or the role was lost. */
export const sessionOf = async (db: Reads, { id, adminId, userId }: Acting): Promise<string | undefined> =>
  (await db.one(SESSION, [adminId, id, userId]))?.sessionId;

const ADMINISTRATOR = `SELECT admin.id FROM users AS admin
  JOIN refresh_tokens ON refresh_tokens.user_id = admin.id AND refresh_tokens.id = $2 WHERE ${MAY_ACT} FOR UPDATE`;
const CURRENT = `SELECT acting.id FROM acting WHERE ${IS_CURRENT} FOR UPDATE`;
/** The same checks as conditions of a write. A different order could deadlock. */
export const conditions = ({ id, adminId, userId }: Acting, sessionId: string): ActingConditions => ({
  administrator: { userId: adminId, statement: { sql: ADMINISTRATOR, params: [adminId, sessionId] } },
  current: { sql: CURRENT, params: [adminId, id, userId] },
});
