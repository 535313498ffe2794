import type { EmailKind } from '../../store/outbox.ts';

/** All the text of the e-mails in one language. */
export interface Texts {
  /** Goes before the name. */
  readonly hello: (name: string) => string;
  readonly kinds: Readonly<Record<EmailKind, LinkTexts | NoticeTexts>>;
  /** Above the link written out, for those whose button does not work. */
  readonly copyLink: string;
  readonly help: (supportAddress: string) => string;
}

export interface LinkTexts {
  readonly subject: (product: string) => string;
  readonly intro: (product: string) => string;
  readonly button: string;
  /** `duration` in words: "24 hours". */
  readonly expiry: (duration: string) => string;
  readonly ignore: string;
}

/** Of an e-mail with nothing to press. */
export interface NoticeTexts {
  readonly subject: (product: string) => string;
  readonly intro: (product: string) => string;
  readonly advice: string;
}
