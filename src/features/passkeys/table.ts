import { randomUUID } from 'node:crypto';
import {
  query,
  type Reads,
  type RequiredStatement,
  required,
  type Statement,
  statement,
} from '../../store/engine/database.ts';
import { unprovenIn } from '../../store/tables/sessions.ts';
import type { User } from '../../store/tables/user.ts';
import { USER_COLUMNS } from '../../store/tables/users.ts';

/** A passkey to verify, with its owner. */
export interface OwnedPasskey {
  readonly id: string;
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  /** The owner's user handle. */
  readonly handle: string | null;
  /** 1: added from an unproven login. */
  readonly isUnproven: number;
  readonly user: User;
}

/** The `id` column is the owner's, so the passkey's id is renamed. */
const BY_CREDENTIAL = query<User & Omit<OwnedPasskey, 'id' | 'user'> & { passkeyId: string }>`SELECT
  passkeys.id AS "passkeyId", credential_id AS "credentialId", public_key AS "publicKey",
  sign_count AS "signCount", passkeys.is_unproven AS "isUnproven",
    users.handle AS handle, ${USER_COLUMNS}
  FROM passkeys JOIN users ON users.id = passkeys.user_id WHERE credential_id = $1`;
export async function byCredentialId(db: Reads, credentialId: string): Promise<OwnedPasskey | undefined> {
  const row = await db.one(BY_CREDENTIAL, [credentialId]);
  if (!row) return undefined;
  const { passkeyId, publicKey, signCount, handle, isUnproven, credentialId: known, ...user } = row;
  return { id: passkeyId, credentialId: known, publicKey, signCount, handle, isUnproven, user };
}

export interface ListedPasskey {
  readonly id: string;
  readonly credentialId: string;
  readonly name: string;
  readonly synced: number;
  readonly transports: string;
  readonly rpId: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

const COLUMNS = `id, credential_id AS "credentialId", name, synced, transports, rp_id AS "rpId",
  created_at AS "createdAtMs",
  last_used_at AS "lastUsedAtMs"`;
const LIST = query<ListedPasskey>`SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`;
/** Oldest first. */
export const list = (db: Reads, userId: number): Promise<ListedPasskey[]> => db.all(LIST, [userId]);

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly algorithm: number;
  readonly signCount: number;
  readonly synced: boolean;
  readonly backedUp: boolean;
  readonly transports: readonly string[];
  readonly aaguid: string;
  readonly rpId: string;
  readonly name: string;
}

const INSERT = `INSERT INTO passkeys
    (id, user_id, credential_id, public_key, algorithm, sign_count, synced, backed_up, transports,
      aaguid, rp_id, name, created_at, is_unproven)
  SELECT $1, users.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now(), ${unprovenIn('$15')} FROM users
  WHERE users.id = $2 AND account_status = 'ACTIVE' AND credential_version = $3
    AND (SELECT COUNT(*) FROM passkeys WHERE user_id = $2) < $14
  RETURNING ${COLUMNS}`;
/**
 * Must follow a lock on the user. Returns no row if the account has `max` passkeys, was suspended, or its password was
 * replaced since it was read. Throws UniqueViolation if the credential is registered already.
 */
export const insert = (
  owner: User,
  passkey: NewPasskey,
  sessionId: string | undefined,
  max: number,
): RequiredStatement<ListedPasskey> =>
  required(INSERT, [
    randomUUID(),
    owner.id,
    owner.credentialVersion,
    passkey.credentialId,
    passkey.publicKey,
    passkey.algorithm,
    passkey.signCount,
    Number(passkey.synced),
    Number(passkey.backedUp),
    JSON.stringify(passkey.transports),
    passkey.aaguid,
    passkey.rpId,
    passkey.name,
    max,
    sessionId ?? null,
  ]);

const USE = `UPDATE passkeys SET sign_count = $2, backed_up = $3, last_used_at = now()
  WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING id`;
/** Returns no row if the passkey was removed or its counter is ahead. Many authenticators always send 0. */
export const use = (id: string, signCount: number, backedUp: boolean): Statement =>
  required(USE, [id, signCount, Number(backedUp)]);

const RENAME = `UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING ${COLUMNS}`;
/** Returns no row if the user has no such passkey. */
export const rename = (userId: number, id: string, name: string): Statement<ListedPasskey> =>
  statement(RENAME, [id, userId, name]);

const RP_IDS = query<{ first: string | null; last: string | null }>`SELECT MIN(rp_id) AS first, MAX(rp_id) AS last
  FROM passkeys`;
/** An RP ID of stored passkeys that differs from this one. Those passkeys do not work. */
export async function otherRpId(db: Reads, rpId: string): Promise<string | undefined> {
  const { first, last } = (await db.one(RP_IDS)) ?? {};
  return [first, last].find((one) => one != null && one !== rpId) ?? undefined;
}
