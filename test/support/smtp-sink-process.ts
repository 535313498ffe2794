import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cleanUpAfter, type Lifetime } from './clean-up.ts';
import { startSmtpSink } from './smtp-sink.ts';

/**
 * An SMTP server in a process of its own: what it does with an e-mail must not slow down whoever measures time in this
 * one.
 */
export interface SmtpSinkProcess {
  readonly url: string;
  /** The text of the first e-mail to this address, if there is one by now. */
  textTo(email: string): Promise<string | undefined>;
}

interface Found {
  readonly text?: string;
}

export async function startSmtpSinkProcess(t: Lifetime): Promise<SmtpSinkProcess> {
  const child = fork(fileURLToPath(import.meta.url));
  cleanUpAfter(t, () => child.kill());
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return {
    url,
    async textTo(email) {
      const answered = once(child, 'message');
      child.send(email);
      const [{ text }] = (await answered) as [Found];
      return text;
    },
  };
}

if (import.meta.main) {
  const sink = await startSmtpSink({ after() {} });
  process.on('message', (email: string) => {
    process.send?.({ text: sink.received.find(({ recipients }) => recipients.includes(email))?.text });
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ url: sink.url });
}
