import { createHash, randomUUID } from 'node:crypto';
import { commitUnrecorded, NOTHING, orNothing, type Store } from '../../../store/commit.ts';
import { orThrow, query, type Reads, type Statement, statement, type Value } from '../../../store/engine/database.ts';
import { IS_ALIVE } from '../../../store/tables/sessions.ts';
import { endAppLogins } from '../declared/app-logins.ts';

/** A stored record. Its id is a secret, so only a hash of it is stored. */
export interface OpenIdRecord {
  readonly kind: string;
  readonly payload: string;
  readonly grantId: string | undefined;
  readonly uid: string | undefined;
  /** The client network that the record counts against. Such a record has no uid. */
  readonly network: string | undefined;
  readonly clientId: string | undefined;
  readonly userId: number | undefined;
  /** The session that the record ends with. */
  readonly sessionId: string | undefined;
  readonly ttlMs: number;
}

export interface FoundRecord {
  readonly payload: string;
  readonly consumedAtMs: number | null;
  readonly createdAtMs: number;
}

const OF_LIBRARY = 'logins and tokens of apps on their way';

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** The kind is part of the hash, because ids are unique only within a kind. */
const idHash = (kind: string, id: string): string => hash(`${kind}:${id}`);
const optionalHash = (text: string | undefined): string | null => (text === undefined ? null : hash(text));

/** Skips an account or client that was deleted since it was read, because its records were deleted with it. */
const UPSERT = `INSERT INTO openid_records
    (id_hash, kind, payload, grant_hash, uid_hash, client_id, user_id, session_id, created_at, expires_at)
  SELECT $1, $2, $3, $4, $5, CAST($6 AS text), CAST($7 AS bigint), $8, now(), now() + ms($9)
  WHERE (CAST($6 AS text) IS NULL OR EXISTS (SELECT 1 FROM openid_clients WHERE openid_clients.id = CAST($6 AS text)))
    AND (CAST($7 AS bigint) IS NULL OR EXISTS (SELECT 1 FROM users WHERE users.id = CAST($7 AS bigint)))
  ON CONFLICT (id_hash) DO UPDATE SET payload = excluded.payload, grant_hash = excluded.grant_hash,
    uid_hash = excluded.uid_hash, client_id = excluded.client_id, user_id = excluded.user_id,
    session_id = excluded.session_id, expires_at = excluded.expires_at`;
interface Around {
  /** Conditions of the write. */
  readonly before?: readonly Statement[];
  /** Changes committed with it. */
  readonly after?: readonly Statement[];
}

export async function upsert(
  db: Store,
  id: string,
  record: OpenIdRecord,
  { before = [], after = [] }: Around = {},
): Promise<void> {
  const counted = networkHash(record);
  const written = statement(UPSERT, paramsOf(id, record));
  const trimmed = counted !== null && statement(TRIM, [counted]);
  const held = before.map((record) => orThrow(record, NOTHING));
  await orNothing(commitUnrecorded(db, OF_LIBRARY, { held, written, after, trimmed }));
}

const write = async (db: Store, written: Statement): Promise<unknown> =>
  (await commitUnrecorded(db, OF_LIBRARY, { written })).written;

const networkHash = ({ network }: OpenIdRecord): string | null =>
  network === undefined ? null : hash(`network:${network}`);

function paramsOf(id: string, record: OpenIdRecord): Value[] {
  const { kind, payload, grantId, uid, clientId, userId, sessionId, ttlMs } = record;
  const hashes = [optionalHash(grantId), optionalHash(uid) ?? networkHash(record)];
  const owners = [clientId ?? null, userId ?? null, sessionId ?? null];
  return [idHash(kind, id), kind, payload, ...hashes, ...owners, ttlMs];
}

const INSERT = `${UPSERT} WHERE openid_records.expires_at <= now() RETURNING id_hash`;
/** Returns false if the id exists: of several concurrent requests, one writes the record. */
export const insert = async (db: Store, id: string, record: OpenIdRecord): Promise<boolean> =>
  (await write(db, statement(INSERT, paramsOf(id, record)))) !== undefined;

/** The most logins in progress and pushed requests per client network. The oldest are removed. */
export const MAX_PER_NETWORK = 500;
// Removes a hundred at a time, so that in a flood most requests only count.
const TRIM = `DELETE FROM openid_records WHERE id_hash IN (SELECT id_hash FROM openid_records WHERE id_hash IN
  (SELECT id_hash FROM openid_records WHERE uid_hash = $1
    AND (SELECT COUNT(*) FROM openid_records WHERE uid_hash = $1) > ${MAX_PER_NETWORK}
  ORDER BY created_at DESC, id_hash LIMIT ${MAX_PER_NETWORK} OFFSET ${MAX_PER_NETWORK - 100}) FOR UPDATE SKIP LOCKED)`;

/** Nothing of an ended session is usable, even if OPENID was off when it ended and the record remained. */
const IS_USABLE = `openid_records.expires_at > now() AND (openid_records.session_id IS NULL OR EXISTS (
  SELECT 1 FROM refresh_tokens WHERE refresh_tokens.user_id = openid_records.user_id
    AND refresh_tokens.id = openid_records.session_id AND ${IS_ALIVE}))`;
const SELECT = 'SELECT payload, consumed_at AS "consumedAtMs", created_at AS "createdAtMs" FROM openid_records';
const FIND = query<FoundRecord>`${SELECT} WHERE id_hash = $1 AND ${IS_USABLE}`;
export const find = (db: Reads, kind: string, id: string): Promise<FoundRecord | undefined> =>
  db.one(FIND, [idHash(kind, id)]);

const FIND_BY_UID = query<FoundRecord>`${SELECT} WHERE uid_hash = $1 AND kind = $2 AND ${IS_USABLE}`;
export const findByUid = (db: Reads, kind: string, uid: string): Promise<FoundRecord | undefined> =>
  db.one(FIND_BY_UID, [hash(uid), kind]);

const REPLACE = `UPDATE openid_records SET payload = $2 WHERE id_hash = $1 AND ${IS_USABLE} RETURNING id_hash`;
/** Returns no row if the record no longer exists. */
export const replacePayload = (kind: string, id: string, payload: string): Statement => ({
  sql: REPLACE,
  params: [idHash(kind, id), payload],
  required: true,
});

const CONSUME = `UPDATE openid_records SET consumed_at = now()
  WHERE id_hash = $1 AND consumed_at IS NULL RETURNING id_hash`;
/** Returns false if another request, even a concurrent one, has consumed the record. */
export const consume = async (db: Store, kind: string, id: string): Promise<boolean> =>
  (await write(db, statement(CONSUME, [idHash(kind, id)]))) !== undefined;

const removeWith = async (db: Store, texts: readonly string[], key: string): Promise<void> =>
  void (await commitUnrecorded(db, OF_LIBRARY, { removed: texts.map((sql) => statement(sql, [key])) }));

const REMOVE = endAppLogins('id_hash = $1');
export const remove = (db: Store, kind: string, id: string): Promise<void> => removeWith(db, REMOVE, idHash(kind, id));

const REMOVE_OF_GRANT = endAppLogins('grant_hash = $1');
export const removeOfGrant = (db: Store, grantId: string): Promise<void> =>
  removeWith(db, REMOVE_OF_GRANT, hash(grantId));

const REMOVE_OF_SAME_GRANT = endAppLogins(`grant_hash =
  (SELECT same.grant_hash FROM openid_records AS same WHERE same.id_hash = $1)`);
/** Revokes the grant that a code or token belongs to, with everything that was issued for it. */
export const removeOfSameGrant = (db: Store, kind: string, id: string): Promise<void> =>
  removeWith(db, REMOVE_OF_SAME_GRANT, idHash(kind, id));

const REGISTRATION = 'Registration';
/** How long the app is remembered: longer than a link works, for people who request another one. */
const REGISTRATION_MS = 7 * 86_400_000;
const RECORD_REGISTRATION = `INSERT INTO openid_records
    (id_hash, kind, payload, client_id, user_id, created_at, expires_at)
  SELECT $1, $2, '{}', openid_clients.id, users.id, now(), now() + ms($4) FROM users, openid_clients
  WHERE users.email = $5 AND openid_clients.id = $3`;
/** Records the app that sent a person to register, unless removed since. Must follow the account's insert. */
export const recordRegistration = (email: string, clientId: string): Statement => ({
  sql: RECORD_REGISTRATION,
  params: [idHash(REGISTRATION, randomUUID()), REGISTRATION, clientId, REGISTRATION_MS, email],
});

const CLIENT_OF_REGISTRATION = query<{ clientId: string }>`SELECT client_id AS "clientId" FROM openid_records
  WHERE user_id = $1 AND session_id IS NULL AND kind = $2 AND expires_at > now()`;
export const clientOfRegistration = async (db: Reads, userId: number): Promise<string | undefined> =>
  (await db.one(CLIENT_OF_REGISTRATION, [userId, REGISTRATION]))?.clientId;
