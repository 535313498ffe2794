/** What keeps an event from being caused without end; the table in docs/audit.md is generated from it. */
export const BOUNDS = {
  hash: 'each costs a password hash',
  link: 'each takes a link from an e-mail',
  limit: 'the limit on e-mails or codes of the account',
  once: 'once for an account',
  administrator: 'the operator, administrators and API keys alone; every one is kept',
  counted: 'after 30 in an hour, one row for the account counts further ones, without their addresses',
} as const;
export type Bound = keyof typeof BOUNDS;

/** Events that an account can cause without a hash or a mailed link are `counted`: a script could write many. */
export const AUDIT_BOUNDS = {
  registered: 'hash',
  verified: 'link',
  invited: 'administrator',
  account_made: 'administrator',
  imported: 'administrator',
  accounts_exported: 'administrator',
  invitation_accepted: 'link',
  verification_resent: 'administrator',
  registration_withdrawn: 'hash',
  withdrawal_refused: 'hash',
  declined: 'link',
  unverified_removed: 'once',
  /** With a passkey; with a password every one is kept, because each costs a hash. */
  logged_in: 'counted',
  logged_out: 'counted',
  session_ended: 'counted',
  sessions_revoked: 'administrator',
  refresh_reused: 'counted',
  login_failed: 'hash',
  reauthenticated: 'counted',
  reauthentication_failed: 'hash',
  second_factor_failed: 'hash',
  codes_refused: 'limit',
  recovery_code_used: 'hash',
  totp_added: 'counted',
  totp_removed: 'counted',
  recovery_codes_made: 'counted',
  second_factor_reset: 'administrator',
  password_change_failed: 'hash',
  throttled: 'hash',
  passkey_added: 'counted',
  passkey_removed: 'counted',
  passkey_failed: 'counted',
  password_changed: 'hash',
  /** By the owner; every change by an actor is kept. */
  profile_updated: 'counted',
  reset_asked: 'limit',
  reset_done: 'link',
  email_change_requested: 'limit',
  email_changed: 'link',
  /** Each takes a request before it, which sends e-mails. */
  email_change_cancelled: 'limit',
  email_change_stopped: 'link',
  email_change_reverted: 'link',
  deletion_scheduled: 'counted',
  deletion_cancelled: 'counted',
  deleted: 'once',
  exported: 'counted',
  suspended: 'administrator',
  reinstated: 'administrator',
  unlocked: 'administrator',
  role_changed: 'administrator',
  acted_as: 'administrator',
  acting_ended: 'administrator',
  note_added: 'administrator',
  note_removed: 'administrator',
  email_retried: 'administrator',
  email_dropped: 'administrator',
  test_email_sent: 'administrator',
  backup_made: 'administrator',
  setup_step_dismissed: 'administrator',
  setup_step_reopened: 'administrator',
  admin_link_made: 'administrator',
  api_key_made: 'administrator',
  api_key_changed: 'administrator',
  api_key_revoked: 'administrator',
  client_added: 'administrator',
  client_changed: 'administrator',
  client_secret_rotated: 'administrator',
  client_removed: 'administrator',
  app_allowed: 'counted',
  app_removed: 'counted',
  data_keys_rotated: 'administrator',
  audit_exported: 'administrator',
  users_exported: 'administrator',
  sessions_exported: 'administrator',
  emails_exported: 'administrator',
  key_rotated: 'administrator',
  key_retired: 'administrator',
} as const satisfies Readonly<Record<string, Bound>>;

/** Rows of one event and account in an hour, before further ones are counted. */
export const KEPT_EACH_HOUR = 30;
export const COUNTED_WITHIN_MS = 3_600_000;

/** The event before which there were just few enough; null unless it happened within the hour. */
const TOO_MANY_SINCE = (
  hour: string,
) => `SELECT CASE WHEN past.happened_at > now() - ms(${hour}) THEN past.id END FROM audit_events AS past
  WHERE past.user_id = caused.user_id AND past.event = caused.event AND past.repeat_of IS NULL
  ORDER BY past.id DESC LIMIT 1 OFFSET ${KEPT_EACH_HOUR - 1}`;

/**
 * Records events: KEPT_EACH_HOUR of one kind and account as they are, and one row that counts the rest. `caused`
 * selects these columns, a row per account and event; `hour` is the parameter with COUNTED_WITHIN_MS. The counting row
 * refers to the first that was kept, by which it is found until the hour is over. `named`: `caused` selects a name, too.
 */
export const recordCounted = (
  caused: string,
  hour: string,
  named: 'subject_name' | 'NULL' = 'NULL',
) => `INSERT INTO audit_events (happened_at, event, user_id, address, user_agent, actor, subject, subject_name, count,
    repeat_of)
  SELECT now(), event, user_id, CASE WHEN since IS NULL THEN address END, CASE WHEN since IS NULL THEN user_agent END,
    CASE WHEN since IS NULL THEN actor END, CASE WHEN since IS NULL THEN subject END,
    CASE WHEN since IS NULL THEN ${named} END, count, since
  FROM (SELECT caused.*, (${TOO_MANY_SINCE(hour)}) AS since FROM (${caused}) AS caused) AS noted WHERE true
  ON CONFLICT (repeat_of) WHERE repeat_of IS NOT NULL DO UPDATE SET count = audit_events.count + excluded.count`;
