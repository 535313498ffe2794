import { escapeControlCharacters } from '../lib/escape-control-characters.ts';
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

/** Sends e-mails: to an SMTP server, or into the developer's inbox. */
export interface MailTransport {
  /** Resolves with the server's answer when it has accepted the e-mail. */
  send(email: OutgoingEmail): Promise<string>;
  /** Does the same work as `send`, but sends nothing. */
  rehearse(email: OutgoingEmail): Promise<void>;
  /** Aborts the transmissions in progress. */
  close(): Promise<void>;
}

/**
 * `unreachable`: the server accepts no e-mails at present. `deferred`: it did not accept this e-mail and may later.
 * `refused`: it will never accept it.
 */
export type FailureKind = 'unreachable' | 'deferred' | 'refused';

export class DeliveryFailure extends Error {
  readonly kind: FailureKind;
  /** Whether the server answered, which shows that it can be reached. */
  readonly answered: boolean;
  constructor(kind: FailureKind, reason: string, answered: boolean) {
    super(escapeControlCharacters(reason));
    this.kind = kind;
    this.answered = answered;
  }
}

/** The address of a mailbox such as `Example <no-reply@example.com>`. */
export const bareAddress = (mailbox: string): string => /<([^>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
