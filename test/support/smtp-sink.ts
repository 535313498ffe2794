import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';

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

export interface SmtpSink {
  readonly url: string;
  readonly received: ReceivedEmail[];
}

/** A real SMTP server that keeps what it is given. */
export async function startSmtpSink(t: Lifetime): Promise<SmtpSink> {
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          ...(await parseEmail(Buffer.concat(chunks))),
          sender: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  cleanUpAfter(t, () => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, received };
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
