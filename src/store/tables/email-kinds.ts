import { type EmailRow, NOTICE } from '../../declare/email.ts';
import { lifetimeMs } from '../../declare/purposes-and-lifetimes.ts';
import { composed } from '../../features/declarations.ts';

const DAY_MS = 86_400_000;

const CORE = {
  verification: {
    bound: 'limit',
    link: { purpose: 'account_verification', page: '/verify', hasAddress: true },
    givenUpAfterMs: lifetimeMs('account_verification'),
  },
  password_reset: {
    bound: 'limit',
    link: { purpose: 'password_reset', page: '/reset-password' },
    showsRequest: true,
    givenUpAfterMs: lifetimeMs('password_reset'),
    endsWithPassword: true,
  },
  password_changed: { bound: 'hash', ...NOTICE },
  password_breached: { bound: 'hash', givenUpAfterMs: NOTICE.givenUpAfterMs, endsWithPassword: true },
  new_device: { bound: 'counted', ...NOTICE },
  session_stolen: { bound: 'counted', ...NOTICE },
  email_change: {
    bound: 'limit',
    link: { purpose: 'email_change', page: '/confirm-email-change', hasAddress: true },
    givenUpAfterMs: lifetimeMs('email_change'),
    endsWithPassword: true,
    needsEmailChange: 'waiting',
    payload: { change: '' },
  },
  email_change_notice: {
    bound: 'change',
    link: { purpose: 'email_change_stop', page: '/stop-email-change' },
    showsRequest: true,
    givenUpAfterMs: lifetimeMs('email_change_stop'),
    needsEmailChange: 'waiting',
    payload: { change: '' },
  },
  email_changed: {
    bound: 'link',
    link: { purpose: 'email_change_revert', page: '/revert-email-change', hasAddress: true },
    showsRequest: true,
    givenUpAfterMs: lifetimeMs('email_change_revert'),
    needsEmailChange: 'confirmed',
    payload: { change: '' },
  },
  email_change_reverted: { bound: 'link', showsRequest: true, givenUpAfterMs: lifetimeMs('email_change_revert') },
  email_in_use: {
    bound: 'limit',
    givenUpAfterMs: lifetimeMs('email_change'),
    needsEmailChange: 'waiting',
    payload: { change: '' },
  },
  second_factor_removed: { bound: 'counted', ...NOTICE },
  deletion_scheduled: { bound: 'counted', ...NOTICE, needsDeletion: true, payload: { waitMs: 14 * DAY_MS } },
  account_deleted: { bound: 'once', ...NOTICE, outlivesAccount: true, payload: { name: 'Ada Lovelace' } },
  test: { bound: 'limit', givenUpAfterMs: lifetimeMs('password_reset') },
} as const satisfies Readonly<Record<string, EmailRow>>;
export type CoreEmailKind = keyof typeof CORE;

const ROWS = composed(CORE, 'emails');

export type EmailKind = keyof typeof ROWS;
export const EMAIL_KINDS = Object.keys(ROWS) as [EmailKind, ...EmailKind[]];

/** Every kind of e-mail. Its texts are in `mail/texts` and, for administrators, in `console/texts`. */
export const KINDS: Readonly<Record<EmailKind, EmailRow>> = ROWS;

/** The payload of a kind: what its row declares, and what is known about the request. */
export type PayloadOf<Kind extends EmailKind> = Kind extends unknown
  ? Readonly<Record<PayloadName<(typeof ROWS)[Kind]>, string | number>> & Partial<RequestPayload>
  : never;
type PayloadName<Row> = Row extends { readonly payload: infer Members } ? keyof Members : never;
type RequestPayload = Readonly<Record<'network' | 'device', string>>;

/** The kinds that may use up the token bucket of an address. Warnings must not, so that no e-mail displaces one. */
export type LimitedKind = {
  [Kind in EmailKind]: (typeof ROWS)[Kind]['bound'] extends 'limit' | 'change' ? Kind : never;
}[EmailKind];

/** The kind that confirms the address of an account that began with an invitation. */
export const CONFIRMS_INVITED = (EMAIL_KINDS.find((kind) => KINDS[kind].confirmsInvited) ??
  'verification') as LimitedKind;

/** Whether the e-mail reports an action on the account, so that the owner notices a thief. */
export const isWarning = (kind: EmailKind): boolean => KINDS[kind].bound !== 'limit';

/** The most `counted` e-mails of one kind per account and hour. */
export const SENT_EACH_HOUR = 10;
export const SENT_WITHIN_MS = 3_600_000;

/** SQL: whether the account in the row `users` has had few enough e-mails of this kind. */
export const isBelowHourlyLimit = (kind: string, hour: string) => `COALESCE(
  (SELECT earlier.created_at <= now() - ms(${hour}) FROM outbox AS earlier WHERE earlier.user_id = users.id
  AND earlier.kind = ${kind}
    ORDER BY earlier.id DESC LIMIT 1 OFFSET ${SENT_EACH_HOUR - 1}), 1 = 1)`;
