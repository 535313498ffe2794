import { randomUUID } from 'node:crypto';
import { query, type Reads, type RequiredStatement, required, type Statement, statement } from '../engine/database.ts';
import type { User } from './user.ts';
import { USER_COLUMNS } from './users.ts';

export interface NewIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null if the provider gives none. */
  readonly email: string | null;
}

const OWNER = query<User>`SELECT ${USER_COLUMNS} FROM identities JOIN users ON users.id = identities.user_id
  WHERE issuer = $1 AND subject = $2`;
/** The account that an identity belongs to. */
export const ownerOf = (
  db: Reads,
  { issuer, subject }: Pick<NewIdentity, 'issuer' | 'subject'>,
): Promise<User | undefined> => db.one(OWNER, [issuer, subject]);

export interface ListedIdentity {
  readonly id: string;
  readonly provider: string;
  readonly email: string | null;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

const LIST = query<ListedIdentity>`SELECT identities.id, provider, email, created_at AS "createdAtMs",
  last_used_at AS "lastUsedAtMs"
  FROM identities WHERE user_id = $1 ORDER BY created_at, id`;
export const list = (db: Reads, userId: number): Promise<ListedIdentity[]> => db.all(LIST, [userId]);

const INSERT = `INSERT INTO identities (id, user_id, provider, issuer, subject, email, created_at, is_unproven)
  SELECT $1, users.id, $3, $4, $5, $6, now(),
    CASE WHEN $7 = 1 OR COALESCE(users.status_before_suspension, users.account_status) = 'INACTIVE' THEN 1 ELSE 0 END
  FROM users WHERE users.email = $2 RETURNING id`;
/**
 * Links an identity to the account with this address, whose id may not be known yet. One that has not proven the
 * address, or is linked to an unverified account, stays unproven: later verification does not show that the mailbox and
 * the identity belong to the same person. Throws UniqueViolation if the identity belongs to an account, or the account
 * has one of this provider.
 */
export const insert = (
  ownersEmail: string,
  { provider, issuer, subject, email }: NewIdentity,
  isUnproven = false,
): Statement => required(INSERT, [randomUUID(), ownersEmail, provider, issuer, subject, email, isUnproven ? 1 : 0]);

const USE = `UPDATE identities SET last_used_at = now(), email = $4, provider = CASE WHEN EXISTS (
    SELECT 1 FROM identities AS other WHERE other.user_id = $3 AND other.provider = $5) THEN provider ELSE $5 END
  WHERE issuer = $1 AND subject = $2 AND user_id = $3 RETURNING id`;
/** Also follows a renamed provider. Returns no row if the identity was unlinked meanwhile. */
export const use = (userId: number, { issuer, subject, email, provider }: NewIdentity): RequiredStatement =>
  required(USE, [issuer, subject, userId, email, provider]);

const REMOVE_ALL = 'DELETE FROM identities WHERE user_id = $1';
export const removeAll = (userId: number): Statement => statement(REMOVE_ALL, [userId]);

const REMOVE_UNPROVEN = 'DELETE FROM identities WHERE user_id = $1 AND is_unproven = 1';
/** Removes unproven identities for the owner of the mailbox, who may not be the person who registered. */
export const removeUnproven = (userId: number): Statement => statement(REMOVE_UNPROVEN, [userId]);

const REMOVE_SINCE = 'DELETE FROM identities WHERE user_id = $1 AND created_at >= at($2)';
/** Removes identities linked since then. */
export const removeLinkedSince = (userId: number, sinceMs: number): Statement =>
  statement(REMOVE_SINCE, [userId, sinceMs]);
