import type { LinkTexts, NoticeTexts } from '../../declare/email.ts';
import type { CoreEmailKind, EmailKind } from '../../store/tables/email-kinds.ts';

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
    /** The reason that an administrator gave. */
    readonly reason: string;
    /** The provider that logs people in. */
    readonly provider: string;
  };
  /** Why the e-mail was sent, for kinds without a specific reason. Placeholders: {email}, {product}. */
  readonly reason: string;
  /** Placeholders: {support}. */
  readonly help: string;
}

/** The texts without those of optional features. */
export interface CoreTexts extends Omit<Texts, 'kinds'> {
  readonly kinds: Readonly<Record<CoreEmailKind, LinkTexts | NoticeTexts>>;
}
