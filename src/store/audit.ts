import type { Requester } from '../network/requester.ts';
import { AUDIT_BOUNDS, type Bound, COUNTED_WITHIN_MS, recordCounted } from './audit-bounds.ts';
import { type AuditCount, HOUR_MS, latestCounts } from './audit-counts.ts';
import { type Database, type Row, type Statement, statement } from './database.ts';

/** Every audit event and its description; the table in docs/audit.md is generated from it. */
export const AUDIT_EVENTS = {
  registered: 'the account was created',
  verified: 'the e-mail address of the account was confirmed',
  invited: 'the actor created the account and invited its owner, who has still to choose a password',
  account_made: 'the actor created the account, vouched for its address and sent its owner a link to choose a password',
  imported: 'the operator brought the account over from another system',
  accounts_exported: 'the operator exported all accounts',
  invitation_accepted: 'the owner of the mailbox chose a password through the link of the invitation',
  verification_resent: 'the actor sent the verification e-mail again, or the invitation',
  registration_withdrawn: 'whoever registered had the account removed before it was verified, as after a wrong address',
  withdrawal_refused: 'somebody with the password wanted to withdraw the registration of an account that is verified',
  declined: 'the owner of the mailbox did not register the account: it was removed',
  unverified_removed: 'the account was never verified, and was removed after `UNVERIFIED_KEPT`',
  logged_in: 'a session began',
  logged_out: 'the session ended by its own logout',
  session_ended:
    'by its owner from the list of devices, or by the actor; `MAX_SESSIONS`: a login took the place of the session ' +
    'that was unused the longest',
  sessions_revoked: 'the operator ended every session and reset link of every account',
  refresh_reused: 'an old refresh token was used again (REFRESH_ROTATION): the session ended, and its owner is told',
  login_failed: 'the e-mail is unknown, or the password wrong',
  reauthenticated: 'the user of a session proved again who they are',
  reauthentication_failed: 'the password was wrong',
  second_factor_failed: 'the password was right, and the code of the second factor wrong',
  codes_refused:
    'too many wrong codes for this account (`MAX_FAILED_CODES`): those of the app are refused for the rest of an hour',
  recovery_code_used: 'a recovery code took the place of the authenticator app, and is used up',
  totp_added: 'an authenticator app was confirmed, and is needed to log in from now on',
  totp_removed: 'the authenticator app was removed by the owner',
  recovery_codes_made: 'new recovery codes took the place of the old ones',
  second_factor_reset: 'every second factor was removed by the operator, or whoever the actor is',
  password_change_failed: 'the current password was wrong',
  throttled: 'too many wrong passwords from this client: it is refused for a while',
  passkey_added: 'a passkey was added, which can log in alone',
  passkey_removed: 'by its owner',
  passkey_failed: 'a passkey of the account was used, and the proof was wrong, expired or used before',
  password_changed: 'the password was replaced by someone who knew the current one',
  reset_asked: 'a reset link was asked for; without an account when the e-mail is unknown',
  reset_done: 'the password was replaced through a link',
  profile_updated: 'the owner, or the actor, changed the profile; the event names the fields, not what is in them',
  email_change_requested: 'another e-mail address was asked for, by the owner or the actor, and waits to be confirmed',
  email_changed:
    'the new e-mail address was confirmed; with an actor, it was changed at once (`ADMIN_EMAIL_CHANGE`), and the ' +
    'event has the reason',
  email_change_cancelled: 'the owner, who was logged in, wanted no other address after all',
  email_change_stopped: 'through the link in the notice to the old address',
  email_change_reverted: 'the account has its old e-mail address again, and needs a new password',
  deletion_scheduled: 'the owner asked to delete the account, which happens after `DELETION_GRACE`',
  deletion_cancelled: 'the owner logged in before that',
  deleted:
    'the account is gone; with an actor, the operator deleted it. Earlier events of it lose their address and user ' +
    'agent',
  exported: 'everything stored about the account was handed out, to its owner or, with an actor, to the operator',
  suspended: 'the actor suspended the account',
  reinstated: 'the actor ended the suspension',
  unlocked: 'the actor cleared what counted against the account: wrong passwords, wrong codes, e-mails',
  role_changed:
    'the actor changed the role: an administrator, the operator, `FIRST_ADMIN_EMAIL`, or `admin link` for whoever ' +
    'used such a link',
  acted_as: 'the actor, an administrator, began to act as the user, and gave a reason (`ACT_AS_USER`)',
  acting_ended: 'the actor stopped that before its time was over',
  note_added: 'the actor noted something about the account for other administrators; the event has not the text',
  note_removed: 'the actor removed such a note',
  email_retried: 'the actor had an e-mail tried again; without an account, all that were given up',
  email_dropped: 'the actor removed an e-mail unsent; without an account, all that were given up',
  test_email_sent: 'the actor had a test e-mail sent to their own address',
  backup_made: '`latchkey backup` wrote a copy of the database',
  setup_step_dismissed: 'the actor said that a step of the setup, which the event names, needs no more attention',
  setup_step_reopened: 'the actor took that back',
  admin_link_made: 'the actor made a link with which an account, that of the event or any, can become administrator',
  api_key_made: 'an API key for the administration, which the event names, was made by the actor',
  api_key_changed: 'the scopes or networks of an API key were changed; the subject names it',
  api_key_revoked:
    'the actor removed an API key, which the event names with the account that made it; without an actor, it went ' +
    'with a change of the address that was reverted',
  client_added: 'an OpenID client, which the event names, was added by the actor',
  client_changed: 'the actor changed an OpenID client',
  client_secret_rotated: 'an OpenID client got a new secret from the actor',
  client_removed: 'the actor removed an OpenID client: nobody can log in to that app any more',
  app_allowed: 'the owner let an app, which the event names, see what it asked for',
  app_removed: 'the owner took an app away: its tokens ended, and it has to ask again',
  data_keys_rotated: 'what data keys seal was sealed anew with the first of them',
  audit_exported: 'the audit trail was handed out to the actor, as a file',
  users_exported: 'a list of accounts was handed out to the actor, as a file',
  sessions_exported: 'a list of sessions was handed out to the actor, as a file',
  emails_exported: 'a list of e-mails was handed out to the actor, as a file',
  key_rotated: 'a new signing key was made',
  key_retired: 'a signing key was removed',
} as const;
export type AuditEvent = keyof typeof AUDIT_EVENTS;

/** The subject of an event whose name is the reason that the actor gave. */
const REASON = 'reason';

const RECORD = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor)
  VALUES (now(), $1, $2, $3, $4, $5)`;
const RECORD_COUNTED = recordCounted(
  `SELECT CAST($1 AS text) AS event, CAST($2 AS bigint) AS user_id, CAST($3 AS text) AS address,
    CAST($4 AS text) AS user_agent,
    CAST(NULL AS text) AS actor, CAST(NULL AS text) AS subject, 1 AS count`,
  '$5',
);
/** An event without a bound does not compile. */
const bounds: Readonly<Record<AuditEvent, Bound>> = AUDIT_BOUNDS;
/** Goes into the batch of what it records, so that neither is committed without the other. */
export const record = (event: AuditEvent, userId: number | null, { address, userAgent }: Requester): Statement =>
  bounds[event] === 'counted'
    ? statement(RECORD_COUNTED, [event, userId, address, userAgent, COUNTED_WITHIN_MS])
    : recordEach(event, userId, { address, userAgent });

/** The same for an event that is bounded where it happens, by a password hash: every one is kept. */
export const recordEach = (event: AuditEvent, userId: number | null, { address, userAgent }: Requester): Statement =>
  statement(RECORD, [event, userId, address, userAgent, null]);

/** Whoever acts on an account that is not their own, such as the operator. */
export interface Actor {
  /** The `actor` of the audit event. */
  readonly name: string;
  readonly requester: Requester;
}

/** An event that somebody other than the account's owner caused. */
export const recordBy = ({ name, requester }: Actor, event: AuditEvent, userId: number | null): Statement =>
  statement(RECORD, [event, userId, requester.address, requester.userAgent, name]);

const RECORD_WITH_REASON = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject,
  subject_name)
  VALUES (now(), $1, $2, $3, $4, $5, '${REASON}', $6)`;
/** The same, with the reason that they gave, which goes with the account. */
export const recordWithReason = (
  { name, requester }: Actor,
  event: AuditEvent,
  userId: number,
  reason: string,
): Statement => statement(RECORD_WITH_REASON, [event, userId, requester.address, requester.userAgent, name, reason]);

const RECORD_KEYS = `INSERT INTO audit_events (happened_at, event, address, user_agent, actor, user_id, subject,
  subject_name)
  SELECT now(), $1, $2, $3, $4, created_by, 'key:' || id, name FROM api_keys WHERE`;
/**
 * Events of API keys, one for each that meets the condition, whose parameters begin at $5. Goes before what removes the
 * keys, and locks them: of several requests at the same moment, the first records it.
 */
export const recordKeys = (
  event: Extract<AuditEvent, `api_key_${string}`>,
  { name, requester }: Omit<Actor, 'name'> & { readonly name: string | null },
  { sql, params }: Statement,
): Statement => ({
  sql: `${RECORD_KEYS} ${sql} FOR UPDATE`,
  params: [event, requester.address, requester.userAgent, name, ...(params ?? [])],
});

const RECORD_CLIENT = `INSERT INTO audit_events (happened_at, event, address, user_agent, actor, subject, subject_name)
  SELECT now(), $1, $2, $3, $4, 'client:' || id, name FROM openid_clients WHERE id = $5`;
/** An event of an OpenID client, if there is one with this id. Goes before what removes it. */
export const recordClient = (
  event: Extract<AuditEvent, `client_${string}`>,
  { name, requester }: Actor,
  id: string,
): Statement => statement(RECORD_CLIENT, [event, requester.address, requester.userAgent, name, id]);

const RECORD_APP = recordCounted(
  `SELECT CAST($1 AS text) AS event, CAST($2 AS bigint) AS user_id, CAST($3 AS text) AS address,
    CAST($4 AS text) AS user_agent, CAST(NULL AS text) AS actor, 'client:' || id AS subject, name AS subject_name,
    1 AS count FROM openid_clients WHERE id = $5`,
  '$6',
  'subject_name',
);
/** What an owner decides about an app. */
export const recordApp = (
  event: Extract<AuditEvent, `app_${string}`>,
  { userId, clientId }: { readonly userId: number; readonly clientId: string },
  { address, userAgent }: Requester,
): Statement => ({ sql: RECORD_APP, params: [event, userId, address, userAgent, clientId, COUNTED_WITHIN_MS] });

const RECORD_BY_EMAIL = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor)
  SELECT now(), $1, (SELECT id FROM users WHERE email = $2), $3, $4, $5`;
/** An event of the account with this e-mail, where the id is not known. Without an account when nobody has it. */
export const recordByEmail = (event: AuditEvent, email: string, { address, userAgent }: Requester): Statement =>
  statement(RECORD_BY_EMAIL, [event, email, address, userAgent, null]);

/** The same, of somebody other than the account's owner. */
export const recordByEmailBy = ({ name, requester }: Actor, event: AuditEvent, email: string): Statement =>
  statement(RECORD_BY_EMAIL, [event, email, requester.address, requester.userAgent, name]);

const RECORD_THROTTLED = `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent)
  SELECT now(), 'throttled', $1, $2, $3 FROM throttles WHERE key = $4 AND failures >= $5`;
/** Goes into the batch of a failure, behind it: records `throttled` if this failure reached the limit. */
export const recordThrottled = (
  key: string,
  limit: number,
  userId: number | null,
  { address, userAgent }: Requester,
): Statement => statement(RECORD_THROTTLED, [userId, address, userAgent, key, limit]);

const LATEST_REQUESTERS = `SELECT address, user_agent AS "userAgent" FROM audit_events
  WHERE user_id = $1 AND event = $2 AND repeat_of IS NULL ORDER BY id DESC LIMIT $3`;
/** Where the latest events of an account came from, without those that were only counted. */
export const latestRequesters = (
  db: Database,
  event: AuditEvent,
  userId: number,
  limit: number,
): Promise<Requester[]> => db.all<Requester & Row>(LATEST_REQUESTERS, [userId, event, limit]);

const ADDRESSES = `SELECT DISTINCT address FROM audit_events
  WHERE user_id = $1 AND event IN ('login_failed', 'reauthentication_failed', 'password_change_failed', 'throttled')
  AND address IS NOT NULL AND happened_at > now() - ms($2)`;
/** Where wrong passwords of an account came from lately. */
export const guessingAddresses = async (db: Database, userId: number, withinMs: number): Promise<string[]> =>
  (await db.all<{ address: string }>(ADDRESSES, [userId, withinMs])).map(({ address }) => address);

export interface AuditRow {
  /** Null in a row that stands for counted events. */
  readonly id: number | null;
  readonly happened_at: number;
  readonly event: string;
  readonly user_id: number | null;
  readonly email: string | null;
  readonly address: string | null;
  readonly user_agent: string | null;
  /** Null when the owner of the account, or a client without an account, caused the event. */
  readonly actor: string | null;
  /** What the event is about: `key:<id>` or `client:<id>` with its name, `profile:<fields>`, or `reason` with that. */
  readonly subject: string | null;
  readonly subject_name: string | null;
  /** Of an actor who is an administrator with an account. */
  readonly actor_email?: string | null;
  /** How many events the row stands for: without an id, of one hour and network; with one, see audit-bounds.ts. */
  readonly count: number;
}

export interface AuditQuery {
  /** Undefined or null: of any account. */
  readonly userId?: number | null;
  readonly event?: string | null;
  readonly withinMs: number;
  readonly limit: number;
}

const LATEST = `SELECT audit_events.id, happened_at, event, user_id, users.email, address, user_agent, actor,
  subject, subject_name, count
  FROM audit_events LEFT JOIN users ON users.id = audit_events.user_id
  WHERE happened_at > now() - ms($1) AND ($2 = 0 OR user_id = $2) AND ($3 = '' OR event = $3)
  ORDER BY audit_events.id DESC LIMIT $4`;
/** The latest events within a time, in chronological order. */
export async function latest(db: Database, { userId, event, withinMs, limit }: AuditQuery): Promise<AuditRow[]> {
  const single = (await db.all<AuditRow>(LATEST, [withinMs, userId ?? 0, event ?? '', limit])).reverse();
  if (userId) return single;
  const counted = (await latestCounts(db, event ?? '', withinMs, limit)).map(countedRow);
  return [...counted, ...single].sort((a, b) => a.happened_at - b.happened_at).slice(-limit);
}

/** Counted events as a row, at the beginning of their hour. */
export const countedRow = ({ hour, event, network, events }: AuditCount): AuditRow => ({
  id: null,
  happened_at: hour * HOUR_MS,
  event,
  user_id: null,
  email: null,
  address: network === '' ? null : network,
  user_agent: null,
  actor: null,
  subject: null,
  subject_name: null,
  count: events,
});
