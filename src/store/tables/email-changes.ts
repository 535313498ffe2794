import { randomUUID } from 'node:crypto';
import { query, type Reads, required, type Statement, statement } from '../engine/database.ts';
import type { User } from './user.ts';

/** The id is in the mailed tokens: each link is for one request, and for no later one. */
export interface EmailChange {
  readonly id: string;
  readonly userId: number;
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly sessionId: string | null;
  /** Of the first of the requests that it replaced, or its own. */
  readonly firstRequestedAtMs: number;
  /** Null while it waits to be confirmed. */
  readonly confirmedAtMs: number | null;
}

const COLUMNS = `id, user_id AS "userId", old_email AS "oldEmail", new_email AS "newEmail", session_id AS "sessionId",
  COALESCE(first_requested_at, requested_at) AS "firstRequestedAtMs", confirmed_at AS "confirmedAtMs"`;

/** Revert links that have expired count as gone, also before housekeeping has removed their rows. */
const OPEN = '(confirmed_at IS NULL OR revert_until > now())';
const BY_ID = query<EmailChange>`SELECT ${COLUMNS} FROM email_changes WHERE id = $1 AND ${OPEN}`;
export const byId = (db: Reads, id: string): Promise<EmailChange | undefined> => db.one(BY_ID, [id]);

type PendingChange = { readonly newEmail: string; readonly requestedAtMs: number };
const PENDING = query<PendingChange>`SELECT new_email AS "newEmail", requested_at AS "requestedAtMs" FROM email_changes
  WHERE user_id = $1 AND confirmed_at IS NULL AND requested_at + ms($2) > now()`;
/** The change that waits to be confirmed, while its link works: also when the session that asked for it has ended. */
export const pending = (db: Reads, userId: number, linkMs: number): Promise<PendingChange | undefined> =>
  db.one(PENDING, [userId, linkMs]);

const CONFIRMED_FROM = query<EmailChange>`SELECT ${COLUMNS} FROM email_changes
  WHERE user_id = $1 AND old_email = $2 AND confirmed_at IS NOT NULL ORDER BY confirmed_at LIMIT 1`;
/** The change by which the account gave this address up, while the address is reserved for it. */
export const confirmedFrom = (db: Reads, userId: number, oldEmail: string): Promise<EmailChange | undefined> =>
  db.one(CONFIRMED_FROM, [userId, oldEmail]);

const REVERTIBLE = query<{ oldEmail: string; untilMs: number; nowMs: number }>`SELECT old_email AS "oldEmail",
  revert_until AS "untilMs", now() AS "nowMs" FROM email_changes
  WHERE user_id = $1 AND confirmed_at IS NOT NULL AND revert_until > now() ORDER BY revert_until`;
/** The addresses that the account had before, from which a change can still be reverted, and for how long. */
export const revertible = async (db: Reads, userId: number): Promise<{ oldEmail: string; forMs: number }[]> =>
  (await db.all(REVERTIBLE, [userId])).map(({ oldEmail, untilMs, nowMs }) => ({ oldEmail, forMs: untilMs - nowMs }));

const INSERT = `INSERT INTO email_changes (id, user_id, old_email, new_email, session_id, requested_at,
  first_requested_at)`;
const REPLACE_WAITING = `ON CONFLICT (user_id) WHERE confirmed_at IS NULL DO UPDATE
    SET id = excluded.id, old_email = excluded.old_email, new_email = excluded.new_email,
    session_id = excluded.session_id, requested_at = excluded.requested_at,
    first_requested_at = COALESCE(email_changes.first_requested_at, email_changes.requested_at)
  RETURNING id`;
const REQUEST = `${INSERT}
  SELECT $4, users.id, users.email, $5, $3, now(), now() FROM users
  WHERE users.id = $1 AND credential_version = $2 AND account_status = 'ACTIVE' AND email <> $5
    AND EXISTS (SELECT 1 FROM refresh_tokens WHERE user_id = $1 AND refresh_tokens.id = $3 AND expires_at > now())
  ${REPLACE_WAITING}`;
/**
 * Replaces the request that waits. No row when the password was replaced, the account suspended or the session ended
 * since: an access token that is left must not move the account to another address.
 */
export const request = (checked: User, sessionId: string, id: string, newEmail: string): Statement =>
  required(REQUEST, [checked.id, checked.credentialVersion, sessionId, id, newEmail]);

const REQUEST_BY_ADMIN = `${INSERT}
  SELECT $3, users.id, users.email, $4, NULL, now(), now() FROM users
  WHERE users.id = $1 AND email = $2 AND account_status = 'ACTIVE' FOR UPDATE
  ${REPLACE_WAITING}`;
/** The same by somebody else than the owner: no session of the account asked for it. */
export const requestByAdmin = (checked: User, id: string, newEmail: string): Statement =>
  required(REQUEST_BY_ADMIN, [checked.id, checked.email, id, newEmail]);

const INSERT_CONFIRMED = `INSERT INTO email_changes (id, user_id, old_email, new_email, requested_at,
  first_requested_at, confirmed_at, revert_until)
  VALUES ($1, $2, $3, $4, now(), now(), now(), now() + ms($5)) RETURNING id`;
/** A change that nobody has to confirm, and that can be reverted like others. */
export const insertConfirmed = (checked: User, id: string, newEmail: string, revertMs: number): Statement =>
  required(INSERT_CONFIRMED, [id, checked.id, checked.email, newEmail, revertMs]);

const WRITE_TO_NEW = `INSERT INTO outbox
    (user_id, kind, message_id, credential_version, language, recipient, payload, state, due_at, created_at, updated_at)
  SELECT users.id, CASE WHEN users.id = $1 THEN 'email_change' ELSE 'email_in_use' END, $3, $2,
    CASE WHEN users.id = $1 THEN $4 ELSE users.language END, $5, $6, 'waiting', now(), now(), now()
  FROM users WHERE users.id = COALESCE(
    (SELECT id FROM users WHERE email = $5),
    (SELECT user_id FROM email_changes WHERE old_email = $5 AND confirmed_at IS NOT NULL AND user_id <> $1 LIMIT 1),
    $1)`;
/**
 * One e-mail to the new address, by one statement whether or not it is taken, so that neither answer nor time tells:
 * the link to confirm, or a notice to its owner. The link is for the credential version that was checked,
 * and is not sent once that has changed.
 */
export const writeToNewAddress = (
  { id: userId, credentialVersion }: User,
  change: { readonly id: string; readonly newEmail: string; readonly language: string | undefined },
): Statement => {
  const { id, newEmail, language } = change;
  const payload = JSON.stringify({ change: id });
  return statement(WRITE_TO_NEW, [userId, credentialVersion, randomUUID(), language ?? null, newEmail, payload]);
};

const CONFIRM = `UPDATE email_changes SET confirmed_at = now(), revert_until = now() + ms($2)
  WHERE id = $1 AND confirmed_at IS NULL RETURNING id`;
/** Returns no row when it was stopped, replaced or confirmed meanwhile. */
export const confirm = (id: string, revertMs: number): Statement => required(CONFIRM, [id, revertMs]);

const REMOVE_WAITING = 'DELETE FROM email_changes WHERE user_id = $1 AND confirmed_at IS NULL';
const STOP = `${REMOVE_WAITING} RETURNING id`;
/** The request that waits, whichever it is: the owner of the account wants no change. */
export const removeWaiting = (userId: number): Statement => statement(STOP, [userId]);

const REMOVE_ASKED_BY = `${REMOVE_WAITING} AND session_id = $2`;
/** The request that waits, if this session asked for it. */
export const removeAskedBy = (userId: number, sessionId: string): Statement =>
  statement(REMOVE_ASKED_BY, [userId, sessionId]);

const REMOVE_ASKED_BY_OTHERS = `${REMOVE_WAITING} AND session_id <> $2`;
/** The request that waits, if another session than this one asked for it. */
export const removeRequestedByOthers = (userId: number, sessionId: string): Statement =>
  statement(REMOVE_ASKED_BY_OTHERS, [userId, sessionId]);

const REMOVE_ASKED_BY_ADMIN = `${REMOVE_WAITING} AND session_id IS NULL`;
/**
 * The request that waits, if it is not the owner's. For an account that becomes ADMIN: an API key may have asked for
 * it, and could not any more.
 */
export const removeAskedByAdmin = (userId: number): Statement => statement(REMOVE_ASKED_BY_ADMIN, [userId]);

const HOLD = `SELECT id FROM email_changes WHERE id = $1 AND confirmed_at IS NOT NULL
  AND revert_until > now() FOR UPDATE`;
/** Returns no row when it was reverted meanwhile. */
export const hold = (id: string): Statement => required(HOLD, [id]);

const REMOVE_SINCE = `DELETE FROM email_changes WHERE user_id = $1
  AND (confirmed_at IS NULL OR confirmed_at >= (SELECT confirmed_at FROM email_changes WHERE id = $2))`;
/** This change, every later one and the one that waits: what followed from a change goes with it. */
export const removeSince = ({ userId, id }: Pick<EmailChange, 'userId' | 'id'>): Statement =>
  statement(REMOVE_SINCE, [userId, id]);

const ADDRESS_WAITING = `UPDATE outbox SET recipient = $2 WHERE user_id = $1 AND state = 'waiting'
  AND recipient IS NULL`;
/** E-mails that still wait go to the address that the account had when they were caused. */
export const addressWaitingEmails = (userId: number, oldEmail: string): Statement =>
  statement(ADDRESS_WAITING, [userId, oldEmail]);
