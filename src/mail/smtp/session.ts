import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { requireCommonJs } from '../../lib/require-common-js.ts';

// Not nodemailer's pool, which cannot hold back the last byte of one message.
const Connection = requireCommonJs('nodemailer/lib/smtp-connection') as typeof SMTPConnection;

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

/** A connection to the mail server after greeting and login. */
export interface SmtpSession {
  readonly isUsable: boolean;
  readonly emailsSent: number;
  /** Resolves with the server's answer. `beforeLastByte` is awaited before the end of the message is written. */
  send(sender: string, recipient: string, message: Buffer, beforeLastByte: () => Promise<void>): Promise<string>;
  quit(): void;
  /** Aborts the transmission in progress. */
  cut(reason: Error): void;
}

export interface SmtpTimeouts {
  readonly connectMs: number;
  /** Some servers deliberately delay the greeting of unknown clients. */
  readonly greetingMs: number;
  readonly inactivityMs: number;
  /** Limits the whole dialogue: a server that answers every command just in time could otherwise take minutes. */
  readonly totalMs: number;
}

export async function openSmtpSession(
  server: SmtpServer,
  { connectMs, greetingMs, inactivityMs }: SmtpTimeouts,
  onOpening: (cut: SmtpSession['cut']) => void,
) {
  const { host, port, secure, requireTLS, ignoreTLS, rejectUnauthorized, credentials } = server;
  const connection = new Connection({
    host,
    port,
    secure,
    requireTLS,
    ignoreTLS,
    tls: { rejectUnauthorized },
    connectionTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: inactivityMs,
    dnsTimeout: connectMs,
  });
  const session = createSession(connection);
  onOpening(session.cut);
  await session.step((done) => connection.connect(done));
  // Like mail programs: skips the login if the server offers none, for instance when testing.
  if (credentials && connection.allowsAuth) await session.step((done) => connection.login(credentials, done));
  return session;
}

type Done<T> = (error?: Error | null, result?: T) => void;

function createSession(connection: SMTPConnection) {
  let emailsSent = 0;
  let fail: (reason: Error) => void = () => {};
  // An idle connection that breaks is replaced when the next one is needed.
  connection.on('error', (error) => fail(error));
  connection.on('end', () => {
    // The library reports the server's reason, if any, right after the end of the connection.
    const failing = fail;
    queueMicrotask(() => failing(new Error('the connection was closed')));
  });

  /** One command and its answer; rejects when the connection ends first. */
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
    get emailsSent() {
      return emailsSent;
    },
    async send(sender: string, recipient: string, message: Buffer, beforeLastByte: () => Promise<void>) {
      const body = streamWithHeldEnd(message, beforeLastByte);
      const envelope = { from: sender, to: [recipient], size: message.length };
      const sent = await step<{ response?: string | undefined }>((done) => connection.send(envelope, body, done));
      emailsSent += 1;
      return sent?.response ?? '';
    },
    quit: () => connection.quit(),
    cut(reason: Error) {
      fail(reason);
      connection.close();
    },
  };
}

/** The message as a stream; the end of the stream ends the message in the SMTP dialogue. */
function streamWithHeldEnd(message: Buffer, beforeLastByte: () => Promise<void>): Readable {
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
