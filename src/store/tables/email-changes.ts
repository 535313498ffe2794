import { randomUUID } from 'node:crypto';
import { query, type Reads, required, type Statement, statement } from '../engine/database.ts';
import { unprovenIn } from './sessions.ts';
import type { User } from './user.ts';

/** The mailed tokens carry the id, so that a link works for its own request and no later one. */
export interface EmailChange {
  readonly id: string;
  readonly userId: number;
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly sessionId: string | null;
  /** 1: requested by an unproven login. */
  readonly isUnproven: number;
  /** The time of the first request, which this one may have replaced. */
  readonly firstRequestedAtMs: number;
  /** Null until the change is confirmed. */
  readonly confirmedAtMs: number | null;
}

const COLUMNS = `id, user_id AS "userId", old_email AS "oldEmail", new_email AS "newEmail", session_id AS "sessionId",
  COALESCE(first_requested_at, requested_at) AS "firstRequestedAtMs", confirmed_at AS "confirmedAtMs",
  is_unproven AS "isUnproven"`;

/** A change with an expired revert link no longer counts, even before housekeeping removes its row. */
const OPEN = '(confirmed_at IS NULL OR revert_until > now())';
const BY_ID = query<EmailChange>`SELECT ${COLUMNS} FROM email_changes WHERE id = $1 AND ${OPEN}`;
export const byId = (db: Reads, id: string): Promise<EmailChange | undefined> => db.one(BY_ID, [id]);

type PendingChange = { readonly newEmail: string; readonly requestedAtMs: number };
const PENDING = query<PendingChange>`SELECT new_email AS "newEmail", requested_at AS "requestedAtMs" FROM email_changes
  WHERE user_id = $1 AND confirmed_at IS NULL AND requested_at + ms($2) > now()`;
/** The change that waits for confirmation while its link works, even if the session that requested it has ended. */
export const pending = (db: Reads, userId: number, linkMs: number): Promise<PendingChange | undefined> =>
  db.one(PENDING, [userId, linkMs]);

const CONFIRMED_FROM = query<EmailChange>`SELECT ${COLUMNS} FROM email_changes
  WHERE user_id = $1 AND old_email = $2 AND confirmed_at IS NOT NULL ORDER BY confirmed_at LIMIT 1`;
/** The change by which the account gave up this address, while the address is reserved for it. */
export const confirmedFrom = (db: Reads, userId: number, oldEmail: string): Promise<EmailChange | undefined> =>
  db.one(CONFIRMED_FROM, [userId, oldEmail]);

const REVERTIBLE = query<{ oldEmail: string; untilMs: number; nowMs: number }>`SELECT old_email AS "oldEmail",
  revert_until AS "untilMs", now() AS "nowMs" FROM email_changes
  WHERE user_id = $1 AND confirmed_at IS NOT NULL AND revert_until > now() ORDER BY revert_until`;
/** The earlier addresses to which the account can still revert, and for how long. */
export const revertible = async (db: Reads, userId: number): Promise<{ oldEmail: string; forMs: number }[]> =>
  (await db.all(REVERTIBLE, [userId])).map(({ oldEmail, untilMs, nowMs }) => ({ oldEmail, forMs: untilMs - nowMs }));

const INSERT = `INSERT INTO email_changes (id, user_id, old_email, new_email, session_id, requested_at,
  first_requested_at, is_unproven)`;
const REPLACE_WAITING = `ON CONFLICT (user_id) WHERE confirmed_at IS NULL DO UPDATE
    SET id = excluded.id, old_email = excluded.old_email, new_email = excluded.new_email,
    session_id = excluded.session_id, requested_at = excluded.requested_at, is_unproven = excluded.is_unproven,
    first_requested_at = COALESCE(email_changes.first_requested_at, email_changes.requested_at)
  RETURNING id`;
const REQUEST = `${INSERT}
  SELECT $4, users.id, users.email, $5, $3, now(), now(), ${unprovenIn('$3')} FROM users
  WHERE users.id = $1 AND credential_version = $2 AND account_status = 'ACTIVE' AND email <> $5
    AND EXISTS (SELECT 1 FROM refresh_tokens WHERE user_id = $1 AND refresh_tokens.id = $3 AND expires_at > now())
  ${REPLACE_WAITING}`;
/**
 * Replaces the waiting request. Returns no row if the password was replaced, the account suspended or the session ended
 * since: a leftover access token must not move the account to another address.
 */
export const request = (checked: User, sessionId: string, id: string, newEmail: string): Statement =>
  required(REQUEST, [checked.id, checked.credentialVersion, sessionId, id, newEmail]);

const REQUEST_BY_ADMIN = `${INSERT}
  SELECT $3, users.id, users.email, $4, NULL, now(), now(), 0 FROM users
  WHERE users.id = $1 AND email = $2 AND account_status = 'ACTIVE' FOR UPDATE
  ${REPLACE_WAITING}`;
/** Like `request`, for an administrator: no session of the account requested the change. */
export const requestByAdmin = (checked: User, id: string, newEmail: string): Statement =>
  required(REQUEST_BY_ADMIN, [checked.id, checked.email, id, newEmail]);

const INSERT_CONFIRMED = `INSERT INTO email_changes (id, user_id, old_email, new_email, requested_at,
  first_requested_at, confirmed_at, revert_until)
  VALUES ($1, $2, $3, $4, now(), now(), now(), now() + ms($5)) RETURNING id`;
/** Inserts a change that needs no confirmation, and that can be reverted like others. */
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
 * Sends one e-mail to the new address, in one statement whether or not the address is taken, so that neither answer nor
 * time reveals it: the link to confirm, or a notice to the owner of the address. The link is valid for the checked
 * credential version, and is not sent once that has changed.
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
/** Returns no row if the change was stopped, replaced or confirmed meanwhile. */
export const confirm = (id: string, revertMs: number): Statement => required(CONFIRM, [id, revertMs]);

const REMOVE_WAITING = 'DELETE FROM email_changes WHERE user_id = $1 AND confirmed_at IS NULL';
const STOP = `${REMOVE_WAITING} RETURNING id`;
/** Removes any waiting request, at the owner's wish. */
export const removeWaiting = (userId: number): Statement => statement(STOP, [userId]);

const REMOVE_ASKED_BY = `${REMOVE_WAITING} AND session_id = $2`;
/** Removes the waiting request if this session sent it. */
export const removeRequestedBy = (userId: number, sessionId: string): Statement =>
  statement(REMOVE_ASKED_BY, [userId, sessionId]);

const REMOVE_ASKED_BY_OTHERS = `${REMOVE_WAITING} AND session_id <> $2`;
/** Removes the waiting request if another session sent it. */
export const removeRequestedByOthers = (userId: number, sessionId: string): Statement =>
  statement(REMOVE_ASKED_BY_OTHERS, [userId, sessionId]);

const REMOVE_ASKED_BY_ADMIN = `${REMOVE_WAITING} AND session_id IS NULL`;
/**
 * Removes the waiting request unless the owner sent it. For an account that becomes ADMIN: an API key may have
 * requested the change, and no longer could.
 */
export const removeRequestedByAdmin = (userId: number): Statement => statement(REMOVE_ASKED_BY_ADMIN, [userId]);

const HOLD = `SELECT id FROM email_changes WHERE id = $1 AND confirmed_at IS NOT NULL
  AND revert_until > now() FOR UPDATE`;
/** Returns no row if the change was reverted meanwhile. */
export const hold = (id: string): Statement => required(HOLD, [id]);

const REMOVE_SINCE = `DELETE FROM email_changes WHERE user_id = $1
  AND (confirmed_at IS NULL OR confirmed_at >= (SELECT confirmed_at FROM email_changes WHERE id = $2))`;
/** Removes this change and all later ones, including the waiting one: they all followed from this change. */
export const removeSince = ({ userId, id }: Pick<EmailChange, 'userId' | 'id'>): Statement =>
  statement(REMOVE_SINCE, [userId, id]);

const ADDRESS_WAITING = `UPDATE outbox SET recipient = $2 WHERE user_id = $1 AND state = 'waiting'
  AND recipient IS NULL`;
/** Readdresses waiting e-mails to the address that the account had when they were caused. */
export const addressWaitingEmails = (userId: number, oldEmail: string): Statement =>
  statement(ADDRESS_WAITING, [userId, oldEmail]);
