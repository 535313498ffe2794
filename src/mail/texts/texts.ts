import type { EmailKind } from '../../store/queues/outbox.ts';

/** All the text of the e-mails in one language. `{name}` is a placeholder. */
export interface Texts {
  /** Placeholders: {name}. */
  readonly hello: string;
  readonly kinds: Readonly<Record<EmailKind, LinkTexts | NoticeTexts>>;
  /** Shown above the written-out link, for readers whose button does not work. */
  readonly copyLink: string;
  /** Labels of what is known about the request that caused the e-mail. */
  readonly details: {
    readonly time: string;
    readonly network: string;
    readonly device: string;
    readonly key: string;
    /** That an administrator gave. */
    readonly reason: string;
    /** That logs people in. */
    readonly provider: string;
  };
  /** Why the e-mail was sent, for kinds without a specific reason. Placeholders: {email}, {product}. */
  readonly reason: string;
  /** Placeholders: {support}. */
  readonly help: string;
}

interface KindTexts {
  /** Placeholders: {product}. */
  readonly subject: string;
  /** Placeholders: {product}, and {date} where the e-mail tells when something will happen. */
  readonly intro: string;
  /** Placeholders: {email}, {product}. */
  readonly reason?: string;
}

/** The texts of an e-mail with a link. */
interface LinkTexts extends KindTexts {
  readonly button: string;
  /** Placeholders: {duration}, such as "24 hours". */
  readonly expiry: string;
  readonly ignore: string;
}

/** The texts of an e-mail without a link. */
interface NoticeTexts extends KindTexts {
  readonly advice: string;
}
