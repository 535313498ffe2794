import type { EventSubject } from '../../store/audit/record.ts';
import {
  query,
  type Reads,
  type RequiredStatement,
  required,
  type Statement,
  statement,
} from '../../store/engine/database.ts';
import { unprovenIn } from '../../store/tables/sessions.ts';
import { apiKeys } from './declared.ts';

/** An API key without its secret, which is stored nowhere. */
export interface StoredApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: string;
  readonly networks: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly lastUsedAtMs: number | null;
  /** The administrator who created it; null: the command line. */
  readonly createdBy: number | null;
}

const { isUsable: IS_USABLE, removed: REMOVED } = apiKeys.credentials.api_key;

const COLUMNS = `api_keys.id, name, scopes, networks, api_keys.created_at AS "createdAtMs", expires_at AS "expiresAtMs",
  last_used_at AS "lastUsedAtMs", created_by AS "createdBy"`;

/** A presented key, with everything that may disqualify it. */
interface PresentedApiKey extends StoredApiKey {
  readonly isExpired: number;
  /** The creator is no longer an active administrator: a key must not outlive the trust in its creator. */
  readonly isOrphaned: number;
}

const PRESENTED = query<PresentedApiKey>`SELECT ${COLUMNS},
    CASE WHEN ${IS_USABLE} THEN 0 ELSE 1 END AS "isExpired",
    CASE WHEN created_by IS NULL OR (users.role = 'ADMIN' AND users.account_status = 'ACTIVE'
    AND users.deletion_due_at IS NULL)
      THEN 0 ELSE 1 END AS "isOrphaned"
  FROM api_keys LEFT JOIN users ON users.id = created_by WHERE api_keys.id = $1 AND value_hash = $2`;
/** The key with this id and hash, usable or not. */
export const presented = (db: Reads, id: string, valueHash: string): Promise<PresentedApiKey | undefined> =>
  db.one(PRESENTED, [id, valueHash]);

/** The use of a key is recorded at most this often. */
const TOUCHED_EVERY_MS = 60_000;
const TOUCH = `UPDATE api_keys SET last_used_at = now() WHERE id = $1
  AND (last_used_at IS NULL OR last_used_at < now() - ms($2))`;
export const touch = (id: string): Statement => statement(TOUCH, [id, TOUCHED_EVERY_MS]);

export interface NewApiKey {
  readonly id: string;
  readonly name: string;
  readonly valueHash: string;
  readonly scopes: string;
  readonly networks: string;
  readonly lifetimeMs: number;
  readonly createdBy: number | null;
  /** The session that adds it; undefined: none. */
  readonly sessionId: string | undefined;
}

/** Bounds the list. Nobody needs this many. */
export const MAX_API_KEYS = 200;

const OF_KEY = `SELECT ${REMOVED.subject} FROM api_keys WHERE id = $1 FOR UPDATE`;
/** The subject of an event about a key. Locks the key, so that one of several concurrent requests records it. */
export const ofKey = (id: string): EventSubject => ({ sql: OF_KEY, params: [id] });

const INSERT = `INSERT INTO api_keys (id, name, value_hash, scopes, networks, created_at, expires_at, created_by,
    is_unproven)
  SELECT $1, $2, $3, $4, $5, now(), now() + ms($6), CAST($7 AS bigint), ${unprovenIn('$8', 'CAST($7 AS bigint)')}
  WHERE (SELECT COUNT(*) FROM api_keys) < ${MAX_API_KEYS} RETURNING ${COLUMNS}`;
/** Must follow `lock('api_keys')`. Returns no row if there are too many keys. */
export const insert = (key: NewApiKey): RequiredStatement<StoredApiKey> => {
  const { id, name, valueHash, scopes, networks, lifetimeMs, createdBy, sessionId } = key;
  return required(INSERT, [id, name, valueHash, scopes, networks, lifetimeMs, createdBy, sessionId ?? null]);
};

const LIST = query<StoredApiKey>`SELECT ${COLUMNS} FROM api_keys ORDER BY api_keys.created_at DESC, api_keys.id
  LIMIT ${MAX_API_KEYS}`;
export const list = (db: Reads): Promise<StoredApiKey[]> => db.all(LIST);

const CHANGE = 'UPDATE api_keys SET scopes = $2, networks = $3 WHERE id = $1 RETURNING id';
/** Returns no row if the key does not exist. */
export const change = (id: string, { scopes, networks }: Pick<StoredApiKey, 'scopes' | 'networks'>): Statement =>
  required(CHANGE, [id, scopes, networks]);

const REMOVE = 'DELETE FROM api_keys WHERE id = $1 RETURNING id';
/** Returns no row if the key does not exist. */
export const remove = (id: string): Statement => required(REMOVE, [id]);

/** Shared locks: requests with the same key need not wait for each other. */
const STILL_PERMITS = `api_keys.id = $1 AND ${IS_USABLE} AND ' ' || api_keys.scopes || ' ' LIKE $2`;
const OF_OPERATOR = `SELECT id FROM api_keys WHERE ${STILL_PERMITS} AND created_by IS NULL FOR SHARE`;
const OF_ADMINISTRATOR = `SELECT api_keys.id FROM users JOIN api_keys ON api_keys.created_by = users.id
  WHERE ${STILL_PERMITS} AND users.role = 'ADMIN' AND users.account_status = 'ACTIVE'
  AND users.deletion_due_at IS NULL FOR SHARE`;
/** The condition under which a key still permits a write, and the account that this locks. */
export const stillPermits = ({ id, createdBy }: Pick<StoredApiKey, 'id' | 'createdBy'>, scope: string) => ({
  userId: createdBy,
  statement: statement(createdBy === null ? OF_OPERATOR : OF_ADMINISTRATOR, [id, `% ${scope} %`]),
});

const STATES = query<KeyStates>`SELECT COUNT(CASE WHEN expires_at <= now() THEN 1 END) AS expired,
    COUNT(CASE WHEN expires_at > now() AND expires_at <= now() + ms($1) THEN 1 END) AS expiring,
    COUNT(CASE WHEN expires_at > now() + ms($1) THEN 1 END) AS valid FROM api_keys`;
type KeyStates = Readonly<Record<'valid' | 'expiring' | 'expired', number>>;
/** Counts the keys. Those that expire within `soonMs` count as expiring. */
export const countStates = async (db: Reads, soonMs: number): Promise<KeyStates> =>
  (await db.one(STATES, [soonMs])) ?? { valid: 0, expiring: 0, expired: 0 };
