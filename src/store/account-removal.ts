import { type Database, required, type Statement, statement } from './database.ts';
import { lockAdmins, NOT_LAST_ADMIN } from './last-admin.ts';
import type { User } from './user.ts';

const NOT_VERIFIED = `users.account_status = 'INACTIVE'`;
const DUE = `users.deletion_due_at <= now() AND users.account_status <> 'SUSPENDED'`;

/** Locks the account and records the event without the asker's address. No row unless the condition holds. */
const recordIf = (condition: string): string =>
  `INSERT INTO audit_events (happened_at, event, user_id, actor) SELECT now(), $2, users.id, $3 FROM users
    WHERE users.id = $1 AND ${condition} FOR UPDATE RETURNING user_id`;

const RECORD_DECLINED = recordIf(NOT_VERIFIED);
const RECORD_WITHDRAWN = recordIf(`${NOT_VERIFIED} AND users.credential_version = $4`);
// An imported account may be old here: it counts from the import on, which is when it was updated.
const RECORD_UNVERIFIED = recordIf(
  `${NOT_VERIFIED} AND users.created_at < now() - ms($4) AND users.updated_at < now() - ms($4)`,
);
const RECORD_DUE = recordIf(`${DUE} AND ${NOT_LAST_ADMIN}`);
const RECORD_DELETED = recordIf(`users.credential_version = $4 AND ${NOT_LAST_ADMIN}`);

/** Sessions and e-mails of the account go with it (ON DELETE CASCADE). */
const REMOVE = 'DELETE FROM users WHERE id = $1';
const remove = (userId: number): Statement => statement(REMOVE, [userId]);

/**
 * The registration was not the owner's. Events keep the address of whoever registered. As in all removals, nothing goes
 * when the account was verified or suspended meanwhile: the first required statement returns no row then.
 */
export const removeDeclined = (userId: number): Statement[] => [
  required(RECORD_DECLINED, [userId, 'declined', null]),
  remove(userId),
];

/** Whoever registered withdraws it, with the password that the account still has. */
export const removeWithdrawn = ({ id, credentialVersion }: User): Statement[] => [
  required(RECORD_WITHDRAWN, [id, 'registration_withdrawn', null, credentialVersion]),
  remove(id),
];

export const removeUnverified = (userId: number, keptMs: number): Statement[] => [
  required(RECORD_UNVERIFIED, [userId, 'unverified_removed', null, keptMs]),
  remove(userId),
];

const UNVERIFIED = `SELECT id FROM users WHERE ${NOT_VERIFIED} AND created_at < now() - ms($1) AND updated_at < now() - ms($1)
  ORDER BY created_at LIMIT $2`;
/** The oldest accounts that have not been verified for so long. */
export const unverifiedFor = async (db: Database, keptMs: number, limit: number): Promise<number[]> =>
  (await db.all<{ id: number }>(UNVERIFIED, [keptMs, limit])).map(({ id }) => id);

/** E-mails about other accounts to this address; the notice of an earlier deletion is still to be sent. */
const REMOVE_EMAILS_TO = 'DELETE FROM outbox WHERE recipient = $1 AND user_id IS NOT NULL';
const ANONYMISE = `UPDATE audit_events SET address = NULL, user_agent = NULL, subject_name = NULL
  WHERE user_id = $1 AND (address IS NOT NULL OR user_agent IS NOT NULL OR subject_name IS NOT NULL)`;
/**
 * What the account did as an administrator: `user:<id>` stays, where that was goes. Whoever is no administrator any
 * more has an event that says so, which is kept longer than those before it; for all others, nothing is looked through.
 */
const ANONYMISE_ACTIONS = `UPDATE audit_events SET address = NULL, user_agent = NULL
  WHERE actor IS NOT NULL AND actor = $2 AND (address IS NOT NULL OR user_agent IS NOT NULL)
    AND ($3 = 'ADMIN' OR EXISTS (SELECT 1 FROM audit_events AS own WHERE own.user_id = $1
    AND own.event = 'role_changed'))`;

/**
 * All of the account goes but its id in the audit trail, unless its credentials have changed since they were checked.
 * `actor`: null for the owner.
 */
export const removeDeleted = (user: User, actor: string | null, farewell: readonly Statement[]): Statement[] => [
  ...lockAdmins(user.id),
  required(RECORD_DELETED, [user.id, 'deleted', actor, user.credentialVersion]),
  ...removeAll(user, farewell),
];

/** The same once the time of a deletion has come that was scheduled. */
export const removeDue = (user: User, farewell: readonly Statement[]): Statement[] => [
  ...lockAdmins(user.id),
  required(RECORD_DUE, [user.id, 'deleted', null]),
  ...removeAll(user, farewell),
];

const removeAll = ({ id: userId, email, role }: User, farewell: readonly Statement[]): Statement[] => [
  statement(REMOVE_EMAILS_TO, [email]),
  remove(userId),
  statement(ANONYMISE, [userId]),
  statement(ANONYMISE_ACTIONS, [userId, `user:${userId}`, role]),
  ...farewell,
];

const SCHEDULE = `UPDATE users SET deletion_due_at = now() + ms($3), credential_version = credential_version + 1,
  updated_at = now()
  WHERE id = $1 AND credential_version = $2 AND account_status = 'ACTIVE' AND deletion_due_at IS NULL
  AND ${NOT_LAST_ADMIN}
  RETURNING deletion_due_at`;
/** Raises the credential version, so that a login that is under way begins no session. */
export const scheduleDeletion = (userId: number, credentialVersion: number, graceMs: number): Statement[] => [
  ...lockAdmins(userId),
  required(SCHEDULE, [userId, credentialVersion, graceMs]),
];

const CANCEL = 'UPDATE users SET deletion_due_at = NULL, updated_at = now() WHERE id = $1';
export const cancelDeletion = (userId: number): Statement => statement(CANCEL, [userId]);

const TO_DELETE = `SELECT id FROM users WHERE ${DUE} AND ${NOT_LAST_ADMIN} ORDER BY deletion_due_at LIMIT $1`;
/** Accounts whose deletion is due. */
export const dueForDeletion = async (db: Database, limit: number): Promise<number[]> =>
  (await db.all<{ id: number }>(TO_DELETE, [limit])).map(({ id }) => id);

const RECENTLY_DELETED = `SELECT user_id FROM audit_events WHERE event = 'deleted' AND happened_at > now() - ms($1)`;
const ANONYMISE_LATE = `UPDATE audit_events SET address = NULL, user_agent = NULL, subject_name = NULL
  WHERE user_id IN (${RECENTLY_DELETED})
  AND (address IS NOT NULL OR user_agent IS NOT NULL OR subject_name IS NOT NULL)`;
/** A request that found the account just before it was deleted may record an event just after. */
export const anonymiseLateEvents = async (db: Database, withinMs: number): Promise<void> =>
  void (await db.all(ANONYMISE_LATE, [withinMs]));

const ANY_DELETED = `${RECENTLY_DELETED} LIMIT 1`;
export const hasDeletedWithin = async (db: Database, withinMs: number): Promise<boolean> =>
  (await db.one(ANY_DELETED, [withinMs])) !== undefined;
