import { escapeControlCharacters } from '../runtime/escape-control-characters.ts';
import type { InlineImage } from './render/logo.ts';

export interface OutgoingEmail {
  readonly messageId: string;
  readonly from: string;
  readonly replyTo: string | undefined;
  readonly to: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The pictures that the HTML shows as `cid:…`. */
  readonly images?: readonly InlineImage[];
}

/** Where e-mails go: an SMTP server, or the developer's inbox. */
export interface MailTransport {
  /**
   * Resolves with the other side's answer when it has taken responsibility. `beforeLastByte` is waited for before the
   * e-mail can count as handed over.
   */
  send(email: OutgoingEmail, beforeLastByte: () => Promise<void>): Promise<string>;
  /** Does what `send` does with an e-mail up to where it would leave, and forgets it. */
  rehearse(email: OutgoingEmail): Promise<void>;
  /** Cuts off what is still being sent. */
  close(): Promise<void>;
}

/**
 * `unreachable`: the server takes nothing at present, from nobody. `deferred`: it did not take this e-mail, and may later.
 * `refused`: it will never take it.
 */
export type FailureKind = 'unreachable' | 'deferred' | 'refused';

export class DeliveryFailure extends Error {
  readonly kind: FailureKind;
  /** It answered, so it is there. */
  readonly answered: boolean;
  constructor(kind: FailureKind, reason: string, answered: boolean) {
    super(escapeControlCharacters(reason));
    this.kind = kind;
    this.answered = answered;
  }
}
