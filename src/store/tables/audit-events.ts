/** What keeps an event from being caused without end; the table in docs/audit.md is generated from it. */
export const BOUNDS = {
  hash: 'each costs a password hash',
  link: 'each takes a link from an e-mail',
  limit: 'the limit on e-mails or codes of the account',
  once: 'once for an account',
  administrator: 'the operator, administrators and API keys alone; every one is kept',
  counted: 'after 30 in an hour, one row for the account counts further ones, without their addresses',
  change: 'every one is kept, up to 500 in a day; one row for the account counts what is beyond that',
} as const;
type Bound = keyof typeof BOUNDS;

const boundBy = (bound: Bound) => (about: string) => ({ bound, about });
const hash = boundBy('hash');
const link = boundBy('link');
const limit = boundBy('limit');
const once = boundBy('once');
const administrator = boundBy('administrator');
const counted = boundBy('counted');
const change = boundBy('change');

/**
 * Every audit event: what bounds it, and its description. The table in docs/audit.md is generated from it. Events that
 * an account can cause without a hash or a mailed link are `counted`: a script could write many. Those that change
 * something are a `change`: a thief must not hide one behind thirty others.
 */
export const AUDIT_EVENTS = {
  registered: hash('the account was created'),
  verified: link('the e-mail address of the account was confirmed'),
  invited: administrator('the actor created the account and invited its owner, who has still to choose a password'),
  account_made: administrator(
    'the actor created the account, vouched for its address and sent its owner a link to choose a password',
  ),
  imported: administrator('the operator brought the account over from another system'),
  accounts_exported: administrator('the operator exported all accounts'),
  invitation_accepted: link('the owner of the mailbox chose a password through the link of the invitation'),
  verification_resent: administrator('the actor sent the verification e-mail again, or the invitation'),
  registration_withdrawn: hash(
    'whoever registered had the account removed before it was verified, as after a wrong address',
  ),
  withdrawal_refused: hash(
    'somebody with the password wanted to withdraw the registration of an account that is verified',
  ),
  declined: link('the owner of the mailbox did not register the account: it was removed'),
  unverified_removed: once('the account was never verified, and was removed after `UNVERIFIED_KEPT`'),
  /** With a passkey; with a password every one is kept, because each costs a hash. */
  logged_in: counted('a session began'),
  logged_out: counted('the session ended by its own logout'),
  session_ended: counted(
    'by its owner from the list of devices, or by the actor; `MAX_SESSIONS`: a login took the place of the session ' +
      'that was unused the longest',
  ),
  sessions_revoked: administrator('the operator ended every session and reset link of every account'),
  refresh_reused: counted(
    'an old refresh token was used again (REFRESH_ROTATION): the session ended, and its owner is told',
  ),
  login_failed: hash('the e-mail is unknown, or the password wrong'),
  reauthenticated: counted('the user of a session proved again who they are'),
  reauthentication_failed: hash('the password was wrong'),
  second_factor_failed: hash('the password was right, and the code of the second factor wrong'),
  codes_refused: limit(
    'too many wrong codes for this account (`MAX_FAILED_CODES`): those of the app are refused for the rest of an hour',
  ),
  recovery_code_used: hash('a recovery code took the place of the authenticator app, and is used up'),
  totp_added: change('an authenticator app was confirmed, and is needed to log in from now on'),
  totp_removed: change('the authenticator app was removed by the owner'),
  recovery_codes_made: change('new recovery codes took the place of the old ones'),
  second_factor_reset: administrator('every second factor was removed by the operator, or whoever the actor is'),
  password_change_failed: hash('the current password was wrong'),
  throttled: hash('too many wrong passwords from this client: it is refused for a while'),
  passkey_added: change('a passkey was added, which can log in alone'),
  passkey_removed: change('by its owner'),
  passkey_failed: counted('a passkey of the account was used, and the proof was wrong, expired or used before'),
  password_changed: hash('the password was replaced by someone who knew the current one'),
  reset_asked: limit('a reset link was asked for; without an account when the e-mail is unknown'),
  reset_done: link('the password was replaced through a link'),
  /** By the owner; every change by an actor is kept. */
  profile_updated: change(
    'the owner, or the actor, changed the profile; the event names the fields, not what is in them',
  ),
  email_change_requested: limit(
    'another e-mail address was asked for, by the owner or the actor, and waits to be confirmed',
  ),
  email_changed: link(
    'the new e-mail address was confirmed; with an actor, it was changed at once (`ADMIN_EMAIL_CHANGE`), and the ' +
      'event has the reason',
  ),
  /** Each takes a request before it, which sends e-mails. */
  email_change_cancelled: limit('the owner, who was logged in, wanted no other address after all'),
  email_change_stopped: link('through the link in the notice to the old address'),
  email_change_reverted: link('the account has its old e-mail address again, and needs a new password'),
  deletion_scheduled: change('the owner asked to delete the account, which happens after `DELETION_GRACE`'),
  deletion_cancelled: change('the owner logged in before that'),
  deleted: once(
    'the account is gone; with an actor, the operator deleted it. Earlier events of it lose their address and user ' +
      'agent',
  ),
  exported: counted(
    'everything stored about the account was handed out, to its owner or, with an actor, to the operator',
  ),
  suspended: administrator('the actor suspended the account'),
  reinstated: administrator('the actor ended the suspension'),
  unlocked: administrator('the actor cleared what counted against the account: wrong passwords, wrong codes, e-mails'),
  role_changed: administrator(
    'the actor changed the role: an administrator, the operator, `FIRST_ADMIN_EMAIL`, or `admin link` for whoever ' +
      'used such a link',
  ),
  acted_as: administrator('the actor, an administrator, began to act as the user, and gave a reason (`ACT_AS_USER`)'),
  acting_ended: administrator('the actor stopped that before its time was over'),
  note_added: administrator(
    'the actor noted something about the account for other administrators; the event has not the text',
  ),
  note_removed: administrator('the actor removed such a note'),
  email_retried: administrator('the actor had an e-mail tried again; without an account, all that were given up'),
  email_dropped: administrator('the actor removed an e-mail unsent; without an account, all that were given up'),
  test_email_sent: administrator('the actor had a test e-mail sent to their own address'),
  backup_made: administrator('`latchkey backup` wrote a copy of the database'),
  setup_step_dismissed: administrator(
    'the actor said that a step of the setup, which the event names, needs no more attention',
  ),
  setup_step_reopened: administrator('the actor took that back'),
  admin_link_made: administrator(
    'the actor made a link with which an account, that of the event or any, can become administrator',
  ),
  api_key_made: administrator('an API key for the administration, which the event names, was made by the actor'),
  api_key_changed: administrator('the scopes or networks of an API key were changed; the subject names it'),
  api_key_revoked: administrator(
    'the actor removed an API key, which the event names with the account that made it; without an actor, it went ' +
      'with a change of the address that was reverted',
  ),
  client_added: administrator('an OpenID client, which the event names, was added by the actor'),
  client_changed: administrator('the actor changed an OpenID client'),
  client_secret_rotated: administrator('an OpenID client got a new secret from the actor'),
  client_removed: administrator('the actor removed an OpenID client: nobody can log in to that app any more'),
  app_allowed: change('the owner let an app, which the event names, see what it asked for'),
  app_removed: change('the owner took an app away: its tokens ended, and it has to ask again'),
  data_keys_rotated: administrator('what data keys seal was sealed anew with the first of them'),
  audit_exported: administrator('the audit trail was handed out to the actor, as a file'),
  users_exported: administrator('a list of accounts was handed out to the actor, as a file'),
  sessions_exported: administrator('a list of sessions was handed out to the actor, as a file'),
  emails_exported: administrator('a list of e-mails was handed out to the actor, as a file'),
  key_rotated: administrator('a new signing key was made'),
  key_retired: administrator('a signing key was removed'),
} as const;
export type AuditEvent = keyof typeof AUDIT_EVENTS;
