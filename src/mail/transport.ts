export interface OutgoingEmail {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Where e-mails go: an SMTP server, or the developer's inbox. */
export interface MailTransport {
  /** Resolves when the other side has taken responsibility; a PermanentRefusal says that it never will. */
  send(email: OutgoingEmail): Promise<void>;
  close(): Promise<void>;
}

/** The other side will never take this e-mail, however often it is asked. */
export class PermanentRefusal extends Error {}
