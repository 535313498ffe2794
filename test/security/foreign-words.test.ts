import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it, type TestContext } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { registered, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Wipes its line, writes one of ours over it, rings, and steers the terminal by a character of C1 too. */
const STEERING = 'no\u001b[2K\r12:00:00 request method=GET\u0007\u009b31m\u0085\u2028\u202e';

/** A mail server by hand, because no library of such servers lets control characters through. */
async function startRudeMailServer(t: TestContext, answerToRecipient: string): Promise<string> {
  const server = createServer((socket) => {
    cleanUpAfter(t, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('data', (command) => {
      socket.write(/^RCPT/i.test(command.toString()) ? `${answerToRecipient}\r\n` : '250 rude\r\n');
    });
    socket.write('220 rude\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUpAfter(t, () => server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describeOnBothDatabases('what a mail server answers', (kind) => {
  for (const answer of [`550 ${STEERING}`, `450-later\r\n450 ${STEERING}`]) {
    for (const LOG_FORMAT of ['text', 'json']) {
      it(`with ${answer.slice(0, 3)} fills no log (${LOG_FORMAT}) or outbox with anything that steers a terminal`, async (t) => {
        const SMTP_URL = await startRudeMailServer(t, answer);
        const service = await startService(t, kind, { LOG_FORMAT, SMTP_URL });
        await registered(service);
        const attempted = () => service.logLines.find((line) => /e-mail (given up|delayed)/.test(line));
        await until('the answer is in the log', attempted);
        const line = attempted() ?? '';
        // JSON would bring back what is only escaped in it.
        const logged = LOG_FORMAT === 'json' ? Object.values(JSON.parse(line)).join('') : line.slice(0, -1);
        const stored = String((await service.db.one('SELECT last_error FROM outbox'))?.last_error);
        for (const text of [logged, stored]) {
          assert.doesNotMatch(text, /[\p{Cc}\u2028\u2029\u202e]/u);
          assert.match(text, /no\\u001b\[2K 12:00:00 request method=GET\\u0007\\u009b31m/);
        }
      });
    }
  }
});
