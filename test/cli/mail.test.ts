import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { dropEmails, listEmails, retryEmails, showEmail } from '../../src/cli/mail.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { registered, type Service, startService, wakeWorker } from '../support/service.ts';
import { until } from '../support/until.ts';

const COMMANDS = { list: listEmails, show: showEmail, retry: retryEmails, drop: dropEmails };

async function mail(service: Service, action: keyof typeof COMMANDS, ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  await COMMANDS[action](service.db, args, (line) => lines.push(line));
  return lines;
}

/** The listed e-mails, each as its columns. */
const listed = async (service: Service, ...state: string[]) =>
  (await mail(service, 'list', ...state)).slice(1).map((line) => line.split('\t'));

const untilListed = (service: Service, state: string, count = 1) =>
  until(`${count} ${state}`, async () => (await listed(service, state)).length === count);

describeOnBothDatabases(
  'latchkey mail',
  (kind) => {
    it('lists what waits and what was given up, with the last answer of the server', async (t) => {
      const service = await startService(t, kind);
      let tries = 0;
      service.smtp.follow({
        recipient(address) {
          if (address.startsWith('bad')) return '550 5.1.1 no such user';
          tries += 1;
          return '451 4.3.0 try again';
        },
      });
      await registered(service, { email: 'bad@example.com' });
      await registered(service, { email: 'later@example.com' });
      // On a busy machine it may have been tried more than once by then, and is perhaps just being tried.
      let shown: unknown[][] = [];
      await until('both were tried, and one waits', async () => {
        const emails = await listed(service);
        shown = emails.map(([, state, to, what, tried, , , answer]) => [state, to, what, tried, answer]);
        return shown.every(([, , , , answer]) => answer !== '-') && shown[0]?.[0] === 'waiting';
      });
      assert.deepEqual(shown, [
        ['waiting', 'later@example.com', 'verification', String(tries), '451 4.3.0 try again'],
        ['dead', 'bad@example.com', 'verification', '1', '550 5.1.1 no such user'],
      ]);
    });

    it('tries again what was given up, one or all of them', async (t) => {
      const service = await startService(t, kind);
      service.smtp.follow({ recipient: () => '550 5.1.1 no such user' });
      for (let count = 0; count < 3; count += 1) await registered(service);
      await untilListed(service, 'dead', 3);
      service.smtp.follow({});
      const [[id = ''] = []] = await listed(service, 'dead');
      assert.deepEqual(await mail(service, 'retry', id), [`e-mail ${id} is tried again within seconds`]);
      await wakeWorker(service);
      await untilListed(service, 'sent');
      assert.deepEqual(await mail(service, 'retry', 'dead'), ['2 dead e-mails will be tried again']);
      await wakeWorker(service);
      await untilListed(service, 'sent', 3);
      assert.equal(new Set(service.smtp.received.map(({ messageId }) => messageId)).size, 3);
    });

    it('drops what is not wanted any more, and nothing that is finished or on its way', async (t) => {
      const service = await startService(t, kind);
      service.smtp.follow({ recipient: () => '550 5.1.1 no such user' });
      await registered(service);
      await untilListed(service, 'dead');
      const [[id = ''] = []] = await listed(service, 'dead');
      assert.deepEqual(await mail(service, 'drop', id), [`e-mail ${id} is gone`]);
      assert.deepEqual(await listed(service), []);
      await registered(service);
      await untilListed(service, 'dead');
      assert.deepEqual(await mail(service, 'drop', 'dead'), ['1 dead e-mail removed']);

      service.smtp.follow({ recipient: () => 'hang' });
      await registered(service);
      await untilListed(service, 'waiting');
      await until('it is being sent', async () => (await listed(service))[0]?.[1] === 'being sent');
      const [[hanging = ''] = []] = await listed(service);
      for (const action of ['drop', 'retry'] as const) {
        await assert.rejects(mail(service, action, hanging), {
          message: `mail ${action}: e-mail ${hanging} is being sent`,
        });
      }
    });

    // What is shown is the same on both.
    if (kind === 'postgres') return;

    it('shows one with every answer of the server, and never a token', async (t) => {
      const service = await startService(t, kind);
      let token = '';
      service.smtp.follow({
        message(email) {
          if (token !== '') return 'accept';
          token = /token=([^&\s]+)/.exec(email.text)?.[1] ?? '';
          return `451 4.6.0 I do not like ${token}`;
        },
      });
      const { email } = await registered(service);
      await untilListed(service, 'sent');
      const [[id = ''] = []] = await listed(service, 'sent');
      const text = (await mail(service, 'show', id)).join('\n');
      const shown = JSON.parse(text);
      assert.equal(shown.to, email);
      assert.equal(shown.state, 'sent');
      assert.equal(shown.next_try_at, null);
      assert.deepEqual(
        shown.latest_tries.map(({ outcome }: { outcome: string }) => outcome),
        ['delayed', 'sent'],
      );
      assert.equal(shown.latest_tries[0].answer, '451 4.6.0 I do not like [token]');
      assert.match(shown.latest_tries[1].answer, /^250 /);
      assert.notEqual(token, '');
      assert.ok(!`${text}${service.logLines.join()}`.includes(token));
    });

    it('shows nothing of an answer that could steer a terminal or forge a line', async (t) => {
      const service = await startService(t, kind);
      const steering = ['\x1b[2J', '\x07', '\b', '\x7f', '\x80', '\x9b31m', '\x9f', '\u202e', '\u2066'];
      service.smtp.follow({ recipient: () => '550 5.1.1 no such user' });
      await registered(service);
      await untilListed(service, 'dead');
      // As it may stand in a database that was filled by a version that kept answers as they came.
      const raw = `550 5.1.1 no\tsuch${steering.join('x')}user`;
      await service.db.all('UPDATE outbox SET last_error = $1', [raw]);
      await service.db.all('UPDATE outbox_attempts SET answer = $1', [raw]);
      const list = await mail(service, 'list');
      const [[id = ''] = []] = await listed(service, 'dead');
      const shown = await mail(service, 'show', id);
      assert.equal(list.length, 2);
      // The tabs of the list and the indentation of the JSON are our own.
      const text = [...list.map((line) => line.replaceAll('\t', ' ')), ...shown.flatMap((json) => json.split('\n'))];
      for (const line of text) assert.doesNotMatch(line, /[\p{Cc}\u202e\u2066]/u);
      const spelledOut = String.raw`\u001b[2Jx\u0007x\u0008x\u007fx\u0080x\u009b31mx\u009fx\u202ex\u2066`;
      const answer = `550 5.1.1 no such${spelledOut}user`;
      assert.equal(list[1]?.split('\t').at(-1), answer);
      assert.equal(JSON.parse(shown.join('\n')).latest_tries[0].answer, answer);
    });

    it('answers what cannot be done in one line', async (t) => {
      const service = await startService(t, kind);
      await service.request('POST', '/api/forgot-password', { body: { email: 'stranger@example.com' } });
      const refusals: [args: [action: keyof typeof COMMANDS, ...string[]], message: RegExp][] = [
        [['list', 'lost'], /lost is not a state; use one of waiting, sent, superseded, dead$/],
        [['show'], /which e-mail\?/],
        [['show', '1'], /there is no e-mail 1/],
        [['retry', '1e1'], /there is no e-mail 1e1/],
        [['show', 'dead'], /there is no e-mail dead/],
        [['list', 'dead', 'sent'], /dead sent is not a state/],
        [['drop', '1', '2'], /which e-mail\?/],
      ];
      for (const [args, message] of refusals) {
        await assert.rejects(mail(service, ...args), ({ message: text }) => message.test(text) && !text.includes('\n'));
      }
      assert.deepEqual(await listed(service), []);
    });
  },
  { concurrency: 5 },
);

describe('latchkey mail as a command', () => {
  it('works beside the running service', async (t) => {
    const service = await startService(t, 'sqlite');
    const { email } = await registered(service);
    await untilListed(service, 'sent');
    const main = new URL('../../src/start.js', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'mail', 'list', 'sent'], {
      env: { DATABASE_URL: service.database.url },
    });
    assert.match(stdout, new RegExp(`^id\\tstate\\t.*\\n1\\tsent\\t${email}\\tverification\\t1\\t[^\\n]*\\n$`));
  });
});
