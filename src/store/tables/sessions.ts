import { query, type Reads, required, type Statement, statement } from '../engine/database.ts';
import { CREDENTIALS } from './credential-kinds.ts';
import type { SessionOwner, User } from './user.ts';
import { SESSION_OWNER_COLUMNS } from './users.ts';

/** An active session. Members that an older version did not store are null. */
export interface Session {
  readonly id: string | null;
  /** Authentication methods (RFC 8176), such as `pwd`. */
  readonly amr: readonly string[] | null;
  readonly authenticatedAtMs: number | null;
  /** The generation of its current refresh token; 0 until the first rotation. */
  readonly generation: number;
  /** Null until the first rotation, or if it was not read. */
  readonly rotationKey: string | null;
  /** The time since its last rotation; 0 if unknown or not read. */
  readonly rotatedMs: number;
  /** The time since its last recorded use; infinite if there is none or it was not read. */
  readonly unusedMs: number;
}

interface SessionColumns {
  readonly sessionId: string | null;
  readonly amrJson: string | null;
  readonly authenticatedAtMs: number | null;
  readonly generation: number;
  readonly rotationKey?: string | null;
  readonly rotatedAtMs?: number | null;
  readonly lastUsedAtMs?: number | null;
  readonly nowMs?: number;
}

const SESSION_COLUMNS = `refresh_tokens.id AS "sessionId", refresh_tokens.amr AS "amrJson",
  refresh_tokens.authenticated_at AS "authenticatedAtMs", refresh_tokens.generation AS "generation"`;
const ROTATION_AND_USE_COLUMNS = `refresh_tokens.rotation_key AS "rotationKey", refresh_tokens.rotated_at AS "rotatedAtMs",
  refresh_tokens.last_used_at AS "lastUsedAtMs", now() AS "nowMs"`;
/** SQL: the session has not ended. */
export const IS_ALIVE = CREDENTIALS.session.isUsable;

type FoundSession = (SessionOwner | { readonly id: null }) & SessionColumns;
const OF_VALUE = `FROM refresh_tokens LEFT JOIN users ON users.id = refresh_tokens.user_id
  WHERE refresh_tokens.value_hash = $1 AND ${IS_ALIVE}`;
const FIND = query<FoundSession>`SELECT ${SESSION_OWNER_COLUMNS}, ${SESSION_COLUMNS} ${OF_VALUE}`;
const FIND_WITH_ROTATION_AND_USE = query<FoundSession>`SELECT ${SESSION_OWNER_COLUMNS}, ${SESSION_COLUMNS},
  ${ROTATION_AND_USE_COLUMNS} ${OF_VALUE}`;
/**
 * The session of an unexpired refresh token, with its owner; undefined if the account was deleted. Columns for
 * REFRESH_ROTATION=on and SESSIONS=many are read only then, because pg spends time on each column of a result.
 */
export async function find(
  db: Reads,
  valueHash: string,
  { withRotationAndUse }: { readonly withRotationAndUse: boolean },
): Promise<{ owner: SessionOwner | undefined; session: Session } | undefined> {
  const sql = withRotationAndUse ? FIND_WITH_ROTATION_AND_USE : FIND;
  const row = await db.one(sql, [valueHash]);
  if (!row) return undefined;
  const { sessionId, amrJson, authenticatedAtMs, generation, rotationKey = null } = row;
  const amr = amrJson === null ? null : JSON.parse(amrJson);
  const times = { rotatedMs: rotatedMs(row), unusedMs: unusedMs(row) };
  const session = { id: sessionId, amr, authenticatedAtMs, generation, rotationKey, ...times };
  return { owner: row.id === null ? undefined : row, session };
}

const rotatedMs = ({ rotatedAtMs, nowMs }: SessionColumns): number =>
  rotatedAtMs == null || nowMs === undefined ? 0 : nowMs - rotatedAtMs;

const unusedMs = ({ lastUsedAtMs, nowMs }: SessionColumns): number =>
  lastUsedAtMs == null || nowMs === undefined ? Number.POSITIVE_INFINITY : nowMs - lastUsedAtMs;

const EXISTS = query`SELECT 1 AS alive FROM refresh_tokens WHERE user_id = $1 AND id = $2 AND ${IS_ALIVE}`;
export const exists = async (db: Reads, userId: number, id: string): Promise<boolean> =>
  (await db.one(EXISTS, [userId, id])) !== undefined;

const AMR = query<Pick<SessionColumns, 'amrJson'>>`SELECT amr AS "amrJson" FROM refresh_tokens WHERE user_id = $1
  AND id = $2 AND ${IS_ALIVE}`;
/** Null if an older version did not store it; undefined if the session has ended. */
export async function amrOf(db: Reads, userId: number, id: string): Promise<Session['amr'] | undefined> {
  const row = await db.one(AMR, [userId, id]);
  return row && (row.amrJson === null ? null : JSON.parse(row.amrJson));
}

const REQUIRE_ALIVE = `SELECT 1 AS alive FROM refresh_tokens JOIN users ON users.id = refresh_tokens.user_id
  WHERE refresh_tokens.user_id = $1 AND refresh_tokens.id = $2 AND ${IS_ALIVE}
    AND users.credential_version = $3 AND users.second_factors = $4 AND users.account_status = 'ACTIVE'`;
/** Rolls its batch back unless the session is alive and the account is active with these credentials. */
export const requireAlive = ({ id: userId, credentialVersion, secondFactors }: User, id: string): Statement =>
  required(REQUIRE_ALIVE, [userId, id, credentialVersion, secondFactors]);

/**
 * SQL: 1 if what a session adds is as unproven as its login, or if the session has ended; 0 for something that no
 * session adds ($n is null). Every credential is written with this value, in the same statement.
 */
export const unprovenIn = (sessionId: string, userId = 'users.id'): string =>
  `COALESCE((SELECT refresh_tokens.is_unproven FROM refresh_tokens WHERE refresh_tokens.user_id = ${userId}
    AND refresh_tokens.id = ${sessionId}), CASE WHEN CAST(${sessionId} AS text) IS NULL THEN 0 ELSE 1 END)`;

const SET_UNPROVEN = 'UPDATE refresh_tokens SET is_unproven = 1 WHERE user_id = $1 AND id = $2';
/** Marks a session as unproven, because an unproven login made it recent. */
export const setUnproven = (userId: number, id: string): Statement => statement(SET_UNPROVEN, [userId, id]);

/** The absolute end of a session. A session that began with SESSIONS=single has none yet. */
const ENDS_AT = 'COALESCE(ends_at, COALESCE(created_at, now()) + ms($3))';
const PROLONG = `UPDATE refresh_tokens SET last_used_at = now(), ends_at = ${ENDS_AT},
    expires_at = CASE WHEN now() + ms($2) < ${ENDS_AT} THEN now() + ms($2) ELSE ${ENDS_AT} END
  WHERE value_hash = $1`;
/** Records a use: the session ends when unused for `idleMs`, and in any case `lifetimeMs` after its start. */
export const prolong = (valueHash: string, idleMs: number, lifetimeMs: number): Statement =>
  statement(PROLONG, [valueHash, idleMs, lifetimeMs]);

interface Rotation {
  readonly from: number;
  readonly to: number;
  readonly key: string;
}

const ROTATE = `UPDATE refresh_tokens SET generation = $3, rotation_key = $4, rotated_at = now()
  WHERE value_hash = $1 AND generation = $2 AND ${IS_ALIVE} RETURNING id`;
/** Returns no row if the session is no longer of generation `from`, or has ended. */
export const rotate = (valueHash: string, { from, to, key }: Rotation): Statement =>
  required(ROTATE, [valueHash, from, to, key]);

/** What the codes of a session's rotated tokens are checked with; null before the first rotation. */
const OF_TOKEN = query<{ userId: number; rotationKey: string | null }>`SELECT user_id AS "userId",
  rotation_key AS "rotationKey" FROM refresh_tokens WHERE value_hash = $1`;
export const ofToken = (db: Reads, valueHash: string) => db.one(OF_TOKEN, [valueHash]);
