type EmailBound = 'limit' | 'change' | 'hash' | 'link' | 'once' | 'counted';

/**
 * Every kind of e-mail, and what limits it: `limit`: the token bucket of the address; `change`: likewise, but an empty
 * bucket refuses the change that the e-mail is about; `hash`, `link`: each e-mail requires one; `once`: the deletion of
 * the account sends it; `counted`: a few are sent per hour.
 */
export const EMAIL_BOUNDS = {
  verification: 'limit',
  password_reset: 'limit',
  invitation: 'limit',
  account_made: 'limit',
  login_code: 'limit',
  password_changed: 'hash',
  password_breached: 'hash',
  new_device: 'counted',
  session_stolen: 'counted',
  email_change: 'limit',
  email_change_notice: 'change',
  email_changed: 'link',
  email_change_reverted: 'link',
  email_in_use: 'limit',
  second_factor_added: 'counted',
  second_factor_removed: 'counted',
  second_factor_guessed: 'hash',
  deletion_scheduled: 'counted',
  account_deleted: 'once',
  passkey_added: 'counted',
  passkey_removed: 'counted',
  identity_linked: 'counted',
  identity_auto_linked: 'counted',
  identity_unlinked: 'counted',
  api_key_made: 'counted',
  test: 'limit',
  acted_as: 'counted',
} as const satisfies Readonly<Record<string, EmailBound>>;

export type EmailKind = keyof typeof EMAIL_BOUNDS;
export const EMAIL_KINDS = Object.keys(EMAIL_BOUNDS) as [EmailKind, ...EmailKind[]];

/** The kinds that may use up the token bucket of an address. Warnings must not, so that no other e-mail displaces one. */
export type LimitedKind = {
  [Kind in EmailKind]: (typeof EMAIL_BOUNDS)[Kind] extends 'limit' | 'change' ? Kind : never;
}[EmailKind];

/** Whether the e-mail tells owners what was done to their account, so that they notice a thief. */
export const isWarning = (kind: EmailKind): boolean => EMAIL_BOUNDS[kind] !== 'limit';

/** The most `counted` e-mails of one kind per account and hour. */
export const SENT_EACH_HOUR = 10;
export const SENT_WITHIN_MS = 3_600_000;

/** SQL: whether the account in the row `users` has had few enough e-mails of this kind. */
export const isBelowHourlyLimit = (kind: string, hour: string) => `COALESCE(
  (SELECT earlier.created_at <= now() - ms(${hour}) FROM outbox AS earlier WHERE earlier.user_id = users.id
  AND earlier.kind = ${kind}
    ORDER BY earlier.id DESC LIMIT 1 OFFSET ${SENT_EACH_HOUR - 1}), 1 = 1)`;
