import { administrator, change, counted, type EventRow, hash, limit, link, once } from '../../declare/event.ts';
import { composed } from '../../features/declarations.ts';

const CORE = {
  registered: hash(),
  verified: link('its e-mail address was confirmed'),
  imported: administrator(),
  accounts_exported: administrator(),
  invitation_cancelled: administrator(),
  invitation_accepted: link(),
  verification_resent: administrator('the actor resent the verification e-mail or the invitation'),
  registration_withdrawn: hash('removed before verification by someone with its password or login'),
  terms_accepted: once('once for each `TERMS_VERSION`'),
  withdrawal_refused: hash('someone with the password tried to withdraw a verified account'),
  declined: link('the owner of the mailbox declined the registration; the account was removed'),
  unverified_removed: once('never verified, removed after `UNVERIFIED_KEPT`'),
  /** Logins without a password are counted. Those by password are kept, because each costs a hash. */
  logged_in: counted(),
  logged_out: counted(),
  session_ended: counted('ended by its owner or the actor, or replaced because of `MAX_SESSIONS`'),
  sessions_revoked: administrator('every session and reset link of every account ended'),
  refresh_reused: counted('an old refresh token was reused; the session ended'),
  login_failed: hash('unknown e-mail or wrong password'),
  reauthenticated: counted('the user proved their identity again'),
  reauthentication_failed: hash(),
  /** Every event after a password is kept, because each costs a hash. */
  second_factor_failed: counted('right password or provider, wrong code'),
  second_factor_reset: administrator(),
  password_breached: hash('a login with a password known from data breaches; the owner was notified'),
  password_change_failed: hash(),
  throttled: hash('too many wrong passwords from this client'),
  password_changed: hash('changed by someone who knew the current one'),
  reset_asked: limit('a reset link was requested; without an account for an unknown address'),
  reset_done: link('the password was replaced through a link'),
  /** Counted for the owner. Every change by another actor is kept. */
  profile_updated: change('names the fields, not their values'),
  email_change_requested: limit(),
  email_changed: link('the new address was confirmed; with an actor and a reason, changed at once'),
  /** Limited by the request before each event, which sends e-mails. */
  email_change_cancelled: limit('the owner cancelled the change while logged in'),
  email_change_stopped: link(),
  email_change_reverted: link('the account has its old address back and needs a new password'),
  deletion_scheduled: change('the account is deleted after `DELETION_GRACE`'),
  deletion_cancelled: change('the owner logged in before `DELETION_GRACE` was over'),
  deleted: once('the account is gone; its earlier events lose their address and user agent'),
  exported: counted('by the owner or the actor'),
  suspended: administrator(),
  reinstated: administrator(),
  unlocked: administrator('the actor cleared wrong passwords, wrong codes and e-mail limits'),
  role_changed: administrator('by an administrator, the operator, `FIRST_ADMIN_EMAIL` or `admin link`'),
  note_added: administrator('without its text'),
  note_removed: administrator(),
  email_retried: administrator('without an account, all that were given up'),
  email_dropped: administrator('without an account, all that were given up'),
  test_email_sent: administrator('to the actor'),
  backup_made: administrator(),
  setup_step_dismissed: administrator(),
  setup_step_reopened: administrator(),
  admin_link_made: administrator('a link that promotes this account, or any, to administrator'),
  data_keys_rotated: administrator(),
  audit_exported: administrator(),
  users_exported: administrator(),
  sessions_exported: administrator(),
  emails_exported: administrator(),
  key_rotated: administrator(),
  key_retired: administrator(),
} as const satisfies Readonly<Record<string, EventRow>>;

/**
 * Every audit event with its bound and description; the table in docs/audit.md is generated from it. Events that an
 * account can cause without a hash or a mailed link are `counted`, because a script could write many. Events that
 * change something are a `change`: a thief must not hide one behind thirty others.
 */
export const AUDIT_EVENTS = composed(CORE, 'events');
export type AuditEvent = keyof typeof AUDIT_EVENTS;
