import { isCode, lifetimeMs, type MailedProof } from './purposes-and-lifetimes.ts';

/**
 * What limits a kind of e-mail: `limit`: the token bucket of the address; `change`: the same bucket, but if it is
 * empty, the change that the e-mail is about is refused; `hash`, `link`: each e-mail requires one; `once`: the deletion
 * of the account sends it; `counted`: a few are sent per hour.
 */
type EmailBound = 'limit' | 'change' | 'hash' | 'link' | 'once' | 'counted';

export interface EmailLink {
  /** The purpose of the token in the link, or its code. */
  readonly purpose: MailedProof;
  /** The page of the frontend that the link opens. */
  readonly page: string;
  /** Whether the link carries the address that the e-mail is sent to as a parameter. */
  readonly hasAddress?: boolean;
}

export interface EmailRow {
  readonly bound: EmailBound;
  /** The payload besides the request, with sample values for the preview. */
  readonly payload?: Payload;
  /** An e-mail without a link is a notice. */
  readonly link?: EmailLink;
  /** Whether the e-mail states the time, network and device of the request that caused it. */
  readonly showsRequest?: boolean;
  /** After this long an undelivered e-mail is given up: its link would have expired. */
  readonly givenUpAfterMs: number;
  /** A new password cancels a waiting e-mail. */
  readonly endsWithPassword?: boolean;
  /** The required state of the change of address that the e-mail is about; otherwise it is obsolete. */
  readonly needsEmailChange?: 'waiting' | 'confirmed';
  /** Sent in place of the verification e-mail to accounts that began with an invitation: they have no password. */
  readonly confirmsInvited?: true;
  /** The e-mail announces a deletion: obsolete once a login has cancelled it. */
  readonly needsDeletion?: boolean;
  /** The e-mail reports the deletion of an account, and carries all the data that it needs. */
  readonly outlivesAccount?: boolean;
}

/** Whether the e-mail carries a code to type instead of a token. */
export const hasCode = ({ link }: EmailRow): boolean => link !== undefined && isCode(link.purpose);

/** Values for the text of an e-mail, besides those of the account. Small, and without tokens or other secrets. */
export type Payload = Readonly<Record<string, string | number>>;

/** A notice to owners about an event of their account. */
export const NOTICE = { showsRequest: true, givenUpAfterMs: lifetimeMs('account_verification') };

interface KindTexts {
  /** Placeholders: {product}. */
  readonly subject: string;
  /** Placeholders: {product}, and {date} if the e-mail announces something for that date. */
  readonly intro: string;
  /** Placeholders: {email}, {product}. */
  readonly reason?: string;
}

/** The texts of an e-mail with a link. */
export interface LinkTexts extends KindTexts {
  readonly button: string;
  /** Placeholders: {duration}, such as "24 hours". */
  readonly expiry: string;
  readonly ignore: string;
}

/** The texts of an e-mail without a link. */
export interface NoticeTexts extends KindTexts {
  readonly advice: string;
}

/** The texts of a feature's e-mail, by language. */
export type EmailTexts = Readonly<Record<BuiltInLanguage, LinkTexts | NoticeTexts>>;
export type BuiltInLanguage = 'en' | 'de' | 'fr';
