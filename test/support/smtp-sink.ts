import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createCertificate } from './certificate.ts';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { until } from './until.ts';

export interface ReceivedEmail {
  /** The recipients of the SMTP dialogue, not those the headers claim. */
  readonly recipients: readonly string[];
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly raw: string;
}

/** `hang` never answers, `drop` cuts the connection, a text with a code in front refuses. */
export type Verdict = 'accept' | 'hang' | 'drop' | `${4 | 5}${string}`;

export interface SmtpScript {
  readonly greeting?: () => Verdict;
  readonly sender?: () => Verdict;
  readonly recipient?: (address: string) => Verdict;
  /** After the whole message was read; it is kept before a `drop`, as by a server that dies before it can say so. */
  readonly message?: (email: ReceivedEmail) => Verdict | Promise<Verdict>;
}

export interface SmtpSink {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedEmail[];
  /** How many connections were opened so far. */
  readonly connections: number;
  /** How many are open. */
  readonly openConnections: number;
  /** From now on; what is left out is accepted. */
  follow(script: SmtpScript): void;
  /** Nobody listens any more, and every connection is cut. */
  goAway(): Promise<void>;
  /** On the same port as before. */
  comeBack(): Promise<void>;
}

export interface SmtpSinkOptions {
  /** Keeps what several of them receive, in its order. */
  readonly inbox?: ReceivedEmail[];
  /** Wants STARTTLS first and then this login. */
  readonly login?: { readonly user: string; readonly pass: string };
}

const CERTIFICATE = createCertificate('127.0.0.1');

/**
 * Greets at once. The library waits 100 ms for clients that talk too soon, and whoever waits for an e-mail asks the
 * database for it all the while.
 */
class PromptServer extends SMTPServer {
  override connect(...args: Parameters<SMTPServer['connect']>): void {
    super.connect(...args);
    const connection = [...this.connections].at(-1);
    if (!connection) return;
    connection.connectionReady();
    // The timer of the library finds nothing left to do.
    connection.connectionReady = () => {};
  }
}

/** A real SMTP server that keeps what it is given, and misbehaves as it is told. */
export async function startSmtpSink(t: Lifetime, options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const sink = createSmtpSink(options);
  await sink.comeBack();
  cleanUpAfter(t, sink.goAway);
  return sink;
}

export function createSmtpSink({ login, inbox }: SmtpSinkOptions = {}): SmtpSink {
  const received: ReceivedEmail[] = [];
  const sockets = new Set<Socket>();
  let script: SmtpScript = {};
  let connections = 0;
  let port = 0;
  let server: SMTPServer | undefined;

  const answer = (verdict: Verdict, { id }: { id: string }, done: (error?: Error | null) => void) => {
    if (verdict === 'accept') done();
    else if (verdict === 'drop') socketOf(id)?.destroy();
    else if (verdict !== 'hang')
      done(Object.assign(new Error(verdict.slice(4)), { responseCode: Number(verdict.slice(0, 3)) }));
  };
  /** The library has no public way to a session's socket. */
  const socketOf = (id: string): Socket | undefined => {
    for (const connection of server?.connections ?? []) if (connection.id === id) return connection._socket;
    return undefined;
  };
  const behaviour: SMTPServerOptions = {
    // The library warns of its own certificate, and makes use of it even where STARTTLS is not offered.
    key: CERTIFICATE.key,
    cert: CERTIFICATE.certificate,
    authOptional: !login,
    disabledCommands: login ? [] : ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onConnect(session, done) {
      connections += 1;
      answer(script.greeting?.() ?? 'accept', session, done);
    },
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) done(null, { user: username });
      else done(Object.assign(new Error('5.7.8 wrong credentials'), { responseCode: 535 }));
    },
    onMailFrom: (_address, session, done) => answer(script.sender?.() ?? 'accept', session, done),
    onRcptTo: ({ address }, session, done) => answer(script.recipient?.(address) ?? 'accept', session, done),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const email = {
          ...(await parseEmail(Buffer.concat(chunks))),
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
        };
        const verdict = (await script.message?.(email)) ?? 'accept';
        if (verdict === 'accept' || verdict === 'drop') {
          received.push(email);
          inbox?.push(email);
        }
        answer(verdict, session, done);
      });
    },
  };

  const listen = async () => {
    const next = new PromptServer(behaviour);
    next.on('error', () => {});
    next.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    next.listen(port, '127.0.0.1');
    await once(next.server, 'listening');
    ({ port } = next.server.address() as AddressInfo);
    server = next;
  };

  return {
    get url() {
      const credentials = login ? `${login.user}:${login.pass}@` : '';
      return `smtp://${credentials}127.0.0.1:${port}${login ? '?tls=insecure' : ''}`;
    },
    get port() {
      return port;
    },
    received,
    get connections() {
      return connections;
    },
    get openConnections() {
      return sockets.size;
    },
    follow(next) {
      script = next;
    },
    async comeBack() {
      // An outgoing connection of this machine may have been given the port meanwhile, and ends soon.
      await until('the port of the mail server is free', () => listen().then(() => true, isTaken));
    },
    async goAway() {
      const going = server;
      server = undefined;
      if (!going) return;
      const closed = once(going.server, 'close');
      going.server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EADDRINUSE') throw error;
  return false;
}

export async function parseEmail(raw: Buffer) {
  const { subject = '', text = '', html = '', messageId = '', headers } = await PostalMime.parse(raw);
  return {
    subject,
    text,
    html,
    messageId,
    headers: new Map(headers.map(({ key, value }) => [key, value])),
    raw: raw.toString('utf8'),
  };
}
