import type { EmailKind } from '../store/tables/outbox.ts';
import { lifetimeMs, type MailedProof } from '../tokens/purposes-and-lifetimes.ts';

export interface EmailLink {
  /** The purpose of the token in the link, or its code. */
  readonly purpose: MailedProof;
  /** The page of the frontend that the link opens. */
  readonly page: string;
  /** Whether the link carries the address that the e-mail is sent to as a parameter. */
  readonly hasAddress?: boolean;
}

interface EmailKindRow {
  /** An e-mail without a link is a notice. */
  readonly link?: EmailLink;
  /** Whether the e-mail states the time, network and device of the request that caused it. */
  readonly showsRequest?: boolean;
  /** After this long an undelivered e-mail is given up: its link would have expired. */
  readonly givenUpAfterMs: number;
  /** A new password makes a waiting e-mail obsolete. */
  readonly endsWithPassword?: boolean;
  /** The required state of the change of address that the e-mail is about; otherwise it is obsolete. */
  readonly needsEmailChange?: 'waiting' | 'confirmed';
  /** Obsolete once another code was asked for. */
  readonly needsLoginRequest?: boolean;
  /** The e-mail announces a deletion: obsolete once a login has cancelled it. */
  readonly needsDeletion?: boolean;
  /** The e-mail reports the deletion of an account, and carries all the data that it needs. */
  readonly outlivesAccount?: boolean;
}

const NOTICE = { showsRequest: true, givenUpAfterMs: lifetimeMs('account_verification') };

/** Every kind of e-mail. Its texts are in `texts/`. */
export const KINDS: Readonly<Record<EmailKind, EmailKindRow>> = {
  verification: {
    link: { purpose: 'account_verification', page: '/verify', hasAddress: true },
    givenUpAfterMs: lifetimeMs('account_verification'),
  },
  password_reset: {
    link: { purpose: 'password_reset', page: '/reset-password' },
    showsRequest: true,
    givenUpAfterMs: lifetimeMs('password_reset'),
    endsWithPassword: true,
  },
  invitation: {
    link: { purpose: 'invitation', page: '/invitation', hasAddress: true },
    givenUpAfterMs: lifetimeMs('invitation'),
    endsWithPassword: true,
  },
  // Waits as long as an invitation: it is the first e-mail to the owner, and its link is made on sending.
  account_made: {
    link: { purpose: 'password_reset', page: '/reset-password' },
    givenUpAfterMs: lifetimeMs('invitation'),
    endsWithPassword: true,
  },
  login_code: {
    link: { purpose: 'login_code', page: '/login/code' },
    showsRequest: true,
    givenUpAfterMs: lifetimeMs('login_code'),
    endsWithPassword: true,
    needsLoginRequest: true,
  },
  second_factor_added: NOTICE,
  second_factor_removed: NOTICE,
  second_factor_guessed: { ...NOTICE, endsWithPassword: true },
  passkey_added: NOTICE,
  passkey_removed: NOTICE,
  identity_linked: NOTICE,
  // A new password must not end it: it may be of the person whom the owner is warned of.
  identity_auto_linked: { ...NOTICE, link: { purpose: 'password_reset', page: '/reset-password' } },
  identity_unlinked: NOTICE,
  api_key_made: NOTICE,
  test: { givenUpAfterMs: lifetimeMs('password_reset') },
  acted_as: NOTICE,
  password_changed: NOTICE,
  password_breached: { givenUpAfterMs: NOTICE.givenUpAfterMs, endsWithPassword: true },
  session_stolen: NOTICE,
  new_device: NOTICE,
  email_change: {
    link: { purpose: 'email_change', page: '/confirm-email-change', hasAddress: true },
    givenUpAfterMs: lifetimeMs('email_change'),
    endsWithPassword: true,
    needsEmailChange: 'waiting',
  },
  email_change_notice: {
    link: { purpose: 'email_change_stop', page: '/stop-email-change' },
    showsRequest: true,
    givenUpAfterMs: lifetimeMs('email_change_stop'),
    needsEmailChange: 'waiting',
  },
  email_changed: {
    link: { purpose: 'email_change_revert', page: '/revert-email-change', hasAddress: true },
    showsRequest: true,
    givenUpAfterMs: lifetimeMs('email_change_revert'),
    needsEmailChange: 'confirmed',
  },
  email_change_reverted: { showsRequest: true, givenUpAfterMs: lifetimeMs('email_change_revert') },
  email_in_use: { givenUpAfterMs: lifetimeMs('email_change'), needsEmailChange: 'waiting' },
  deletion_scheduled: { ...NOTICE, needsDeletion: true },
  account_deleted: { ...NOTICE, outlivesAccount: true },
};

/** The link of an e-mail. Its host is the configured frontend, never taken from a request. */
export function mailedLink(frontendUrl: string, link: EmailLink, proof: string, email: string): string {
  const { page, purpose, hasAddress } = link;
  const address = frontendUrl.replace(/\/+$/, '') + page;
  // The code is in the fragment, which no server sees.
  if (purpose === 'login_code') return `${address}#code=${proof}`;
  return `${address}?${new URLSearchParams({ token: proof, ...(hasAddress && { email }) })}`;
}
