import type { EmailKind } from '../store/outbox.ts';
import { lifetimeMs, type MailedPurpose } from '../tokens/purposes-and-lifetimes.ts';

export interface EmailLink {
  /** What the token in it is for. */
  readonly purpose: MailedPurpose;
  /** The page of the frontend that it leads to. */
  readonly page: string;
  /** Whether the page is told whose address it is. */
  readonly hasAddress?: boolean;
}

interface EmailKindRow {
  /** Without one it is a notice, with nothing to press. */
  readonly link?: EmailLink;
  /** What could not be delivered for so long is pointless by then: the time for which its link would have worked. */
  readonly givenUpAfterMs: number;
  /** What makes an e-mail that still waits pointless. */
  readonly supersededBy?: 'new password';
}

/** Every kind of e-mail, once; its words are in `texts/`. */
export const KINDS: Readonly<Record<EmailKind, EmailKindRow>> = {
  verification: {
    link: { purpose: 'account_verification', page: '/verify', hasAddress: true },
    givenUpAfterMs: lifetimeMs('account_verification'),
  },
  password_reset: {
    link: { purpose: 'password_reset', page: '/reset-password' },
    givenUpAfterMs: lifetimeMs('password_reset'),
    supersededBy: 'new password',
  },
  password_changed: { givenUpAfterMs: lifetimeMs('account_verification') },
};
