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

const CONNECT_TIMEOUT_MS = 10_000;
/** Some servers let an unknown client wait on purpose before they greet it. */
const GREETING_TIMEOUT_MS = 15_000;
const SILENCE_TIMEOUT_MS = 20_000;

export async function openSmtpSession(server: SmtpServer, onOpening: (cut: SmtpSession['cut']) => void) {
  const { host, port, secure, requireTLS, ignoreTLS, rejectUnauthorized, credentials } = server;
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS,
    ignoreTLS,
    tls: { rejectUnauthorized },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
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
  connection.on('end', () => fail(new Error('the connection was closed')));

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
      const body = Readable.from(heldBack(message, beforeLastByte), { objectMode: false });
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
async function* heldBack(message: Buffer, beforeLastByte: () => Promise<void>) {
  yield message;
  await beforeLastByte();
}
