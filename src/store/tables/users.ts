import { PROFILE_FIELDS, type ProfileField } from '../../config/built-in-fields.ts';
import {
  type ListStatement,
  list,
  query,
  type Reads,
  type RequiredStatement,
  required,
  type Statement,
  statement,
} from '../engine/database.ts';
import { searchKeys } from './search-keys.ts';
import { type AccountStatus, type Role, UNREAD_OF_SESSION_OWNERS, type User } from './user.ts';

type ProfileMember = (typeof PROFILE_FIELDS)[ProfileField]['member'];

/** The columns of all members except profile fields, which are in config/built-in-fields.ts. */
const OTHER_COLUMNS: Readonly<Record<Exclude<keyof User, ProfileMember>, string>> = {
  id: 'id',
  email: 'email',
  role: 'role',
  accountStatus: 'account_status',
  passwordHash: 'password_hash',
  credentialVersion: 'credential_version',
  fields: 'fields',
  secondFactors: 'second_factors',
  language: 'language',
  createdAtMs: 'created_at',
  updatedAtMs: 'updated_at',
  deletionDueAtMs: 'deletion_due_at',
};

const COLUMN_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_COLUMNS),
  ...Object.entries(PROFILE_FIELDS).map(([column, { member }]) => [member, column] as const),
]);

export const PHONE_NUMBER = 'COALESCE(users.shared_phone_number, users.phone_number)';
/** A database of 0.6.0 has `{none}` in place of null until the next release: 0.6.0 fails to see null. */
export const PASSWORD_HASH = "NULLIF(users.password_hash, '{none}')";

const READ: Readonly<Record<string, string>> = { phone_number: PHONE_NUMBER, password_hash: PASSWORD_HASH };

/** Selects each column under its member's name, so that a row can be used as a User without copying it. */
const select = ([member, column]: readonly [string, string]): string =>
  `${READ[column] ?? `users.${column}`} AS "${member}"`;

export const USER_COLUMNS = [...COLUMN_OF].map(select).join(', ');

/** The columns of a SessionOwner. */
export const SESSION_OWNER_COLUMNS = [...COLUMN_OF]
  .filter(([member]) => !UNREAD_OF_SESSION_OWNERS.some((unread) => unread === member))
  .map(select)
  .join(', ');

const BY_ID = query<User>`SELECT ${USER_COLUMNS} FROM users WHERE id = $1`;
export const byId = (db: Reads, id: number): Promise<User | undefined> => db.one(BY_ID, [id]);

const RECIPIENT_OF = query<User & { readonly recipient: string | null }>`SELECT ${USER_COLUMNS},
  outbox.recipient AS "recipient" FROM outbox
  JOIN users ON users.id = COALESCE(outbox.user_id, $2)
  WHERE outbox.id = $1`;
/** The account and the recipient of an e-mail, in one statement: a change of address sets both. */
export const recipientOf = (
  db: Reads,
  emailId: number,
  nobodyId: number,
): Promise<(User & { readonly recipient: string | null }) | undefined> => db.one(RECIPIENT_OF, [emailId, nobodyId]);

const BY_EMAIL = query<User>`SELECT ${USER_COLUMNS} FROM users WHERE email = $1`;
export const byEmail = (db: Reads, email: string): Promise<User | undefined> => db.one(BY_EMAIL, [email]);

const EMAIL_TAKEN = query`SELECT 1 AS taken FROM users WHERE email = $1 AND id <> $2
  UNION ALL SELECT 1 FROM email_changes WHERE old_email = $1 AND confirmed_at IS NOT NULL AND user_id <> $2 LIMIT 1`;
/** Whether another account has the address, or had it a few days ago and may revert to it. */
export const isEmailTaken = async (db: Reads, email: string, exceptBy = 0): Promise<boolean> =>
  (await db.one(EMAIL_TAKEN, [email, exceptBy])) !== undefined;

const PHONE_TAKEN = query`SELECT 1 AS taken FROM users WHERE phone_number = $1 AND id <> $2`;
export const isPhoneTaken = async (db: Reads, phoneNumber: string, exceptBy = 0): Promise<boolean> =>
  (await db.one(PHONE_TAKEN, [phoneNumber, exceptBy])) !== undefined;

export interface NewUser {
  readonly fullName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  /** Whether other accounts may have the number too. */
  readonly isPhoneShared?: boolean;
  /** The values of FIELDS_FILE, as JSON. */
  readonly fields?: string | null;
  readonly industry: string | null;
  /** Null: the owner has not chosen a password yet. */
  readonly passwordHash: string | null;
  readonly language: string;
  readonly role?: Role;
  readonly accountStatus?: AccountStatus;
  /** Whether an administrator creates the account, and its owner has not chosen a password yet. */
  readonly isInvited?: boolean;
  /** The members of an imported account; null is the same as undefined. */
  readonly profileImageUrl?: string | null;
  readonly statusBeforeSuspension?: AccountStatus | null;
  readonly createdAtMs?: number | null;
  readonly updatedAtMs?: number | 'now' | null;
  readonly invitedAtMs?: number | null;
  readonly deletionDueAtMs?: number | null;
}

const INSERT = `INSERT INTO users
    (full_name, email, phone_number, industry, password_hash, language, name_key, surname_key, phone_key, role,
      account_status, status_before_suspension, profile_image_url, deletion_due_at, created_at, updated_at, invited_at,
      shared_phone_number, fields)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, at($14), COALESCE(at($15), now()),
    CASE WHEN $17 = 1 THEN now() ELSE COALESCE(at($16), at($15), now()) END,
    CASE WHEN $19 = 1 THEN now() ELSE at($18) END, $20, $21)
  RETURNING ${USER_COLUMNS}`;

/** Throws UniqueViolation if the address or the phone number is taken. */
export function insert(user: NewUser): RequiredStatement<User> {
  const { name, surname, phone } = searchKeys(user);
  const { role = 'USER', accountStatus = 'INACTIVE', updatedAtMs = null, isInvited = false } = user;
  const isNow = updatedAtMs === 'now';
  return required(INSERT, [
    user.fullName,
    user.email,
    user.isPhoneShared ? null : user.phoneNumber,
    user.industry,
    user.passwordHash,
    user.language,
    name,
    surname,
    phone,
    role,
    accountStatus,
    user.statusBeforeSuspension ?? null,
    user.profileImageUrl ?? null,
    user.deletionDueAtMs ?? null,
    user.createdAtMs ?? null,
    isNow ? null : updatedAtMs,
    isNow ? 1 : 0,
    user.invitedAtMs ?? null,
    isInvited ? 1 : 0,
    user.isPhoneShared ? user.phoneNumber : null,
    user.fields ?? null,
  ]);
}

const ACTIVATE = `UPDATE users SET account_status = 'ACTIVE', updated_at = now()
  WHERE id = $1 AND account_status = 'INACTIVE' RETURNING id`;
/** Activates an INACTIVE account. Returns no row if it is no longer INACTIVE. */
export const activate = (id: number): Statement => required(ACTIVATE, [id]);

const REPLACE_PASSWORD = `UPDATE users SET password_hash = $3,
  credential_version = credential_version + 1, updated_at = now()
  WHERE id = $1 AND credential_version = $2 RETURNING id`;
/**
 * Replaces or removes the password and, with the credential version, invalidates all reset links. Returns no row if the
 * password was replaced since.
 */
export const replacePassword = (checked: User, newPasswordHash: string | null): Statement =>
  required(REPLACE_PASSWORD, [checked.id, checked.credentialVersion, newPasswordHash]);

const ACCEPT_INVITATION = `UPDATE users SET password_hash = $3,
  credential_version = credential_version + 1, account_status = 'ACTIVE', updated_at = now()
  WHERE id = $1 AND credential_version = $2 AND account_status = 'INACTIVE' AND role = $4 RETURNING id`;
/** Returns no row if the account is no longer INACTIVE, or has another password or role. */
export const acceptInvitation = (checked: User, passwordHash: string | null): Statement =>
  required(ACCEPT_INVITATION, [checked.id, checked.credentialVersion, passwordHash, checked.role]);

const CHANGE_EMAIL = `UPDATE users SET email = $3, unconfirmed_email = NULL, updated_at = now(),
  credential_version = credential_version + 1
  WHERE id = $1 AND credential_version = $2 AND email = $4 AND account_status = 'ACTIVE' RETURNING id`;
/**
 * Changes the address and invalidates all reset links, which went to the old one. Returns no row if the password, the
 * address or the status has changed since the check. Throws UniqueViolation if the address is taken or reserved.
 */
export const changeEmail = (checked: User, newEmail: string): Statement =>
  required(CHANGE_EMAIL, [checked.id, checked.credentialVersion, newEmail, checked.email]);

const RESTORE_EMAIL = `UPDATE users SET email = $2, password_hash = NULL,
  credential_version = credential_version + 1, unconfirmed_email = NULL, updated_at = now()
  WHERE id = $1 RETURNING id`;
/** Removes the password. A suspended account stays suspended. */
export const restoreEmail = (id: number, email: string): Statement => required(RESTORE_EMAIL, [id, email]);

const SET_UNCONFIRMED = 'UPDATE users SET unconfirmed_email = email WHERE id = $1';
/** The owner has not shown that the address is theirs. Must follow `changeEmail`. */
export const setEmailUnconfirmed = (id: number): Statement => statement(SET_UNCONFIRMED, [id]);

const SET_CONFIRMED = 'UPDATE users SET unconfirmed_email = NULL WHERE id = $1 AND unconfirmed_email IS NOT NULL';
/** Records that a link mailed to the address was followed. */
export const setEmailConfirmed = (id: number): Statement => statement(SET_CONFIRMED, [id]);

/** Version 0.6.0 leaves an earlier address in the column. */
const IS_UNCONFIRMED = query`SELECT id FROM users WHERE id = $1 AND unconfirmed_email = email`;
export const isEmailConfirmed = async (db: Reads, id: number): Promise<boolean> =>
  (await db.one(IS_UNCONFIRMED, [id])) === undefined;

/** Accounts per statement, so that none is locked for long. */
const REVOKE_STEP = 1000;
const REVOKE_LINKS = `UPDATE users SET credential_version = credential_version + 1
  WHERE id IN (SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT ${REVOKE_STEP} FOR UPDATE) RETURNING id`;
/** Invalidates all reset links of the next accounts after this id. Returns no row if there are none. */
export const revokeLinks = (afterId: number): ListStatement<{ readonly id: number }> => list(REVOKE_LINKS, [afterId]);

const RECORD_BREACH_TOLD = `UPDATE users SET breach_told_version = credential_version
  WHERE id = $1 AND credential_version = $2 AND account_status = 'ACTIVE'
  AND (breach_told_version IS NULL OR breach_told_version <> credential_version) RETURNING id`;
/** Returns no row if the owner was notified before, or the password was replaced since it was checked. */
export const recordBreachNotice = (checked: User): Statement =>
  required(RECORD_BREACH_TOLD, [checked.id, checked.credentialVersion]);

const REHASH = 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2';
/** Stores a new hash of the same password (rehash). The credential version stays. */
export const rehashPassword = (checked: User, newPasswordHash: string): Statement =>
  statement(REHASH, [checked.id, checked.passwordHash, newPasswordHash]);

const SUSPEND = `UPDATE users SET status_before_suspension = account_status, account_status = 'SUSPENDED',
  updated_at = now()
  WHERE id = $1 AND account_status <> 'SUSPENDED' RETURNING ${USER_COLUMNS}`;
/** Returns no row if the account was suspended already. */
export const suspend = (id: number): RequiredStatement<User> => required(SUSPEND, [id]);

const REINSTATE = `UPDATE users SET account_status = status_before_suspension, status_before_suspension = NULL,
  updated_at = now()
  WHERE id = $1 AND account_status = 'SUSPENDED' RETURNING ${USER_COLUMNS}`;
/** Restores the status before the suspension: INACTIVE if never verified. Returns no row if it was not suspended. */
export const reinstate = (id: number): RequiredStatement<User> => required(REINSTATE, [id]);

const SET_ROLE = `UPDATE users SET role = $2, updated_at = now() WHERE id = $1 AND ($3 = 0 OR account_status = 'ACTIVE')
  RETURNING ${USER_COLUMNS}`;
/** Returns no row if there is no such account, or if `mustBeActive` and it is not ACTIVE. */
export const setRole = (id: number, role: Role, mustBeActive: boolean): RequiredStatement<User> =>
  required(SET_ROLE, [id, role, mustBeActive ? 1 : 0]);

const REQUIRE_UNCHANGED = 'SELECT id FROM users WHERE id = $1 AND updated_at < at($2) FOR UPDATE';
/** Rolls its batch back if the account was changed after this time. Times are compared in milliseconds. */
export const requireUnchanged = (id: number, sinceMs: number): Statement =>
  required(REQUIRE_UNCHANGED, [id, sinceMs + 1]);

const ADD_FACTOR =
  'UPDATE users SET second_factors = second_factors | $2, updated_at = now() WHERE id = $1 RETURNING id';
export const addSecondFactor = (id: number, factor: number): Statement => required(ADD_FACTOR, [id, factor]);

const REMOVE_FACTOR = `UPDATE users SET second_factors = second_factors - $2, updated_at = now()
  WHERE id = $1 AND second_factors & $2 <> 0 RETURNING id`;
/** Returns no row if the account lacks this factor. */
export const removeSecondFactor = (id: number, factor: number): Statement => required(REMOVE_FACTOR, [id, factor]);

const REQUIRE_FACTOR = 'SELECT id FROM users WHERE id = $1 AND second_factors <> 0 FOR UPDATE';
/** Rolls its batch back unless the account has a second factor. */
export const requireSecondFactor = (id: number): Statement => required(REQUIRE_FACTOR, [id]);

const PAGE = query<User>`SELECT ${USER_COLUMNS} FROM users WHERE id > $1 ORDER BY id LIMIT $2`;
export const page = (db: Reads, afterId: number, limit: number): Promise<User[]> => db.all(PAGE, [afterId, limit]);
