import { query, type Reads, type RequiredStatement, required, type Statement, statement } from '../engine/database.ts';
import { NOT_LAST_ADMIN } from './locks.ts';
import type { User } from './user.ts';

const NOT_VERIFIED = `users.account_status = 'INACTIVE'`;
const DUE = `users.deletion_due_at <= now() AND users.account_status <> 'SUSPENDED'`;

// An imported account may have been created long ago. Its time starts at the import, which sets `updated_at`.
const UNVERIFIED_FOR = (kept: string) =>
  `${NOT_VERIFIED} AND users.created_at < now() - ms(${kept}) AND users.updated_at < now() - ms(${kept})`;

const REMOVE_UNVERIFIED = `DELETE FROM users WHERE id = $1 AND ${NOT_VERIFIED} RETURNING id`;
/** Returns no row if the account was verified or suspended meanwhile. */
export const removeUnverified = (userId: number): Statement => required(REMOVE_UNVERIFIED, [userId]);

const REMOVE_WITHDRAWN = `DELETE FROM users WHERE id = $1 AND ${NOT_VERIFIED} AND credential_version = $2 RETURNING id`;
/** Withdraws a registration. Returns no row if the account was verified or has another password. */
export const removeWithdrawn = ({ id, credentialVersion }: User): Statement =>
  required(REMOVE_WITHDRAWN, [id, credentialVersion]);

/** SQL: the owner was invited and has not accepted. */
export const IS_INVITED = `invited_at IS NOT NULL AND ${NOT_VERIFIED}`;
const REMOVE_INVITED = `DELETE FROM users WHERE id = $1 AND ${IS_INVITED} RETURNING id`;
/** Returns no row if the invitation was accepted or does not exist. */
export const removeInvited = (userId: number): RequiredStatement => required(REMOVE_INVITED, [userId]);

const REMOVE_UNVERIFIED_FOR = `DELETE FROM users WHERE id = $1 AND ${UNVERIFIED_FOR('$2')} RETURNING id`;
export const removeUnverifiedFor = (userId: number, keptMs: number): Statement =>
  required(REMOVE_UNVERIFIED_FOR, [userId, keptMs]);

const UNVERIFIED = query<{ id: number }>`SELECT id FROM users WHERE ${UNVERIFIED_FOR('$1')} ORDER BY created_at
  LIMIT $2`;
/** The oldest accounts that were not verified within `keptMs`. */
export const unverifiedFor = async (db: Reads, keptMs: number, limit: number): Promise<number[]> =>
  (await db.all(UNVERIFIED, [keptMs, limit])).map(({ id }) => id);

/** E-mails about other accounts to this address. The notice of an earlier deletion is still sent. */
const REMOVE_EMAILS_TO = 'DELETE FROM outbox WHERE recipient = $1 AND user_id IS NOT NULL';
const ANONYMISE = `UPDATE audit_events SET address = NULL, user_agent = NULL, subject_name = NULL
  WHERE user_id = $1 AND (address IS NOT NULL OR user_agent IS NOT NULL OR subject_name IS NOT NULL)`;
/**
 * Keeps the events that the account caused as an administrator (`user:<id>`), without addresses and user agents. A
 * later event shows that somebody was an administrator; for other accounts nothing is searched.
 */
const ANONYMISE_ACTIONS = `UPDATE audit_events SET address = NULL, user_agent = NULL
  WHERE actor IS NOT NULL AND actor = $2 AND (address IS NOT NULL OR user_agent IS NOT NULL)
    AND ($3 = 'ADMIN' OR EXISTS (SELECT 1 FROM audit_events AS own WHERE own.user_id = $1
    AND own.event = 'role_changed'))`;

// Sessions and e-mails of the account are deleted too (ON DELETE CASCADE).
const REMOVE_CHECKED = 'DELETE FROM users WHERE id = $1 AND credential_version = $2 RETURNING id';
/** Returns no row if the credentials have changed since they were checked. */
export const removeChecked = ({ id, credentialVersion }: User): Statement =>
  required(REMOVE_CHECKED, [id, credentialVersion]);

const REMOVE_DUE = `DELETE FROM users WHERE id = $1 AND ${DUE} RETURNING id`;
/** Returns no row if the deletion is no longer due. */
export const removeDue = (id: number): Statement => required(REMOVE_DUE, [id]);

/** Removes what other tables store about the account. */
export const removeTraces = ({ id, email, role }: User): Statement[] => [
  statement(REMOVE_EMAILS_TO, [email]),
  statement(ANONYMISE, [id]),
  statement(ANONYMISE_ACTIONS, [id, `user:${id}`, role]),
];

const SCHEDULE = `UPDATE users SET deletion_due_at = now() + ms($3), credential_version = credential_version + 1,
  updated_at = now()
  WHERE id = $1 AND credential_version = $2 AND account_status = 'ACTIVE' AND deletion_due_at IS NULL
  RETURNING deletion_due_at AS "deletesAtMs"`;
/** Raises the credential version, so that a login in progress starts no session. */
export const scheduleDeletion = (
  userId: number,
  credentialVersion: number,
  graceMs: number,
): RequiredStatement<{ readonly deletesAtMs: number }> => required(SCHEDULE, [userId, credentialVersion, graceMs]);

const CANCEL = 'UPDATE users SET deletion_due_at = NULL, updated_at = now() WHERE id = $1';
export const cancelDeletion = (userId: number): Statement => statement(CANCEL, [userId]);

const TO_DELETE = query<{ id: number }>`SELECT id FROM users WHERE ${DUE} AND ${NOT_LAST_ADMIN}
  ORDER BY deletion_due_at LIMIT $1`;
export const dueForDeletion = async (db: Reads, limit: number): Promise<number[]> =>
  (await db.all(TO_DELETE, [limit])).map(({ id }) => id);

const RECENTLY_DELETED = `SELECT user_id FROM audit_events WHERE event = 'deleted' AND happened_at > now() - ms($1)`;
const ANONYMISE_LATE = `UPDATE audit_events SET address = NULL, user_agent = NULL, subject_name = NULL
  WHERE user_id IN (${RECENTLY_DELETED})
  AND (address IS NOT NULL OR user_agent IS NOT NULL OR subject_name IS NOT NULL)`;
/** A request that read the account just before its deletion may record an event just after it. */
export const anonymiseLateEvents = (withinMs: number): Statement => statement(ANONYMISE_LATE, [withinMs]);

const ANY_DELETED = query`${RECENTLY_DELETED} LIMIT 1`;
export const hasDeletedWithin = async (db: Reads, withinMs: number): Promise<boolean> =>
  (await db.one(ANY_DELETED, [withinMs])) !== undefined;
