import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  readonly requireTLS: boolean;
  readonly ignoreTLS: boolean;
  readonly rejectUnauthorized: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | undefined;
}

/** One connection to the mail server, past the greeting and the login. */
export interface SmtpSession {
  readonly isUsable: boolean;
  /** How many e-mails it has carried. */
  readonly carried: number;
  /** The server's answer. `beforeLastByte` is waited for before the end of the message is written. */
  send(sender: string, recipient: string, message: Buffer, beforeLastByte: () => Promise<void>): Promise<string>;
  quit(): void;
  /** Fails whatever is being sent. */
  cut(reason: Error): void;
}

/** How long a server may take. */
export interface SmtpPatience {
  readonly connectMs: number;
  /** Some let an unknown client wait on purpose before they greet it. */
  readonly greetingMs: number;
  readonly silenceMs: number;
  /** One that answers every command at the last moment could otherwise keep an e-mail for minutes. */
  readonly wholeMs: number;
}

export const SMTP_PATIENCE: SmtpPatience = {
  connectMs: 10_000,
  greetingMs: 15_000,
  silenceMs: 20_000,
  wholeMs: 45_000,
};

export async function openSmtpSession(
  server: SmtpServer,
  { connectMs, greetingMs, silenceMs }: SmtpPatience,
  onOpening: (cut: SmtpSession['cut']) => void,
) {
  const { host, port, secure, requireTLS, ignoreTLS, rejectUnauthorized, credentials } = server;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS,
    ignoreTLS,
    tls: { rejectUnauthorized },
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    dnsTimeout: connectMs,
  });
  const session = createSession(connection);
  onOpening(session.cut);
  await session.step((done) => connection.connect(done));
  // As mail programs do: a server that offers no login, such as one for testing, gets none.
  if (credentials && connection.allowsAuth) await session.step((done) => connection.login(credentials, done));
  return session;
}

type Done<T> = (error?: Error | null, result?: T) => void;

function createSession(connection: SMTPConnection) {
  let carried = 0;
  let fail: (reason: Error) => void = () => {};
  // One that breaks while nothing is asked of it is replaced by the next that is needed.
  connection.on('error', (error) => fail(error));
  connection.on('end', () => {
    // The server may have said why; the library reports that right after the end.
    const failing = fail;
    queueMicrotask(() => failing(new Error('the connection was closed')));
  });

  /** One exchange with the server; it ends with its answer, or with the connection. */
  const step = <T>(ask: (done: Done<T>) => void): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      fail = reject;
      ask((error, result) => (error ? reject(error) : resolve(result)));
    });

  return {
    step,
    get isUsable() {
      return !connection.destroyed;
    },
    get carried() {
      return carried;
    },
    async send(sender: string, recipient: string, message: Buffer, beforeLastByte: () => Promise<void>) {
      const body = heldBack(message, beforeLastByte);
      const envelope = { from: sender, to: [recipient], size: message.length };
      const sent = await step<{ response?: string | undefined }>((done) => connection.send(envelope, body, done));
      carried += 1;
      return sent?.response ?? '';
    },
    quit: () => connection.quit(),
    cut(reason: Error) {
      fail(reason);
      connection.close();
    },
  };
}

/** The end of the stream is what ends the message on the wire. */
function heldBack(message: Buffer, beforeLastByte: () => Promise<void>): Readable {
  let isRead = false;
  return new Readable({
    read() {
      if (isRead) {
        beforeLastByte().then(
          () => this.push(null),
          (error: Error) => this.destroy(error),
        );
        return;
      }
      isRead = true;
      this.push(message);
    },
  });
}
