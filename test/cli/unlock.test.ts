import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { cleanUpAfter } from '../support/clean-up.ts';
import { runCommand } from '../support/command.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { sharedService } from '../support/scenarios.ts';
import { verified } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

describeOnBothDatabases('latchkey users unlock', (kind) => {
  const service = sharedService(kind, { MAX_FAILED_LOGINS: '2', MAX_EMAIL_BURST: '2' });

  it('lets the owner in who was refused, wherever the wrong passwords came from', async () => {
    const ada = await verified(service());
    const { email } = ada;
    const logIn = (password: string) => service().request('POST', '/api/login', { body: { email, password } });
    for (const status of [401, 401, 429]) assert.equal((await logIn('Wrong-password-1')).status, status);
    const sealed = 'INSERT INTO totp (user_id, failures, failing_since) VALUES ($1, 10, now())';
    await service().db.all(sealed, [ada.id]);
    const links = async () =>
      (await service().emailsTo(email)).filter(({ text }) => text.includes('/reset-password')).length;
    const ask = () => service().request('POST', '/api/forgot-password', { body: { email } });
    for (const sent of [1, 2, 2]) {
      await ask();
      assert.equal(await links(), sent);
    }
    const { code, stdout } = await runCommand(['users', 'unlock', email, '--json'], {
      DATABASE_URL: service().database.url,
    });
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), { id: ada.id, email, networks: 1, account_status: 'ACTIVE' });
    assert.equal((await logIn(ada.password)).status, 200);
    await ask();
    assert.equal(await links(), 3);
    assert.deepEqual(await service().db.one('SELECT failures FROM totp WHERE user_id = $1', [ada.id]), { failures: 0 });
    const event = await service().db.one("SELECT actor FROM audit_events WHERE event = 'unlocked' AND user_id = $1", [
      ada.id,
    ]);
    assert.deepEqual(event, { actor: 'operator' });
  });
});

describe('latchkey mail test', () => {
  it('sends one e-mail, and tells what the server answered', async (t) => {
    const smtp = await startSmtpSink(t);
    const settings = { SMTP_URL: smtp.url, MAIL_FROM: 'Shop <shop@example.com>', PRODUCT_NAME: 'Shop' };
    const sent = await runCommand(['mail', 'test', 'ada@example.com'], settings);
    assert.deepEqual([sent.code, sent.stderr], [0, '']);
    assert.match(sent.stdout, new RegExp(`^127\\.0\\.0\\.1:${smtp.port} accepted it: 250 `));
    const [email] = smtp.received;
    assert.deepEqual(
      [email?.sender, email?.recipients, email?.subject],
      ['shop@example.com', ['ada@example.com'], 'Test e-mail of Shop'],
    );
    smtp.follow({ recipient: () => '550 5.1.1 nobody here' });
    const refused = await runCommand(['mail', 'test', 'ada@example.com'], settings);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /did not accept it \(refused\): 550 5\.1\.1 nobody here/);
    const hostile = createServer((socket) => {
      socket.write('220 hello\r\n');
      socket.setEncoding('utf8').on('data', (text: string) => {
        if (/^DATA/i.test(text)) socket.write('354 go on\r\n');
        else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n');
        else if (/^(EHLO|MAIL|RCPT)/i.test(text) || text.endsWith('\r\n.\r\n')) socket.write('250 \x1b[2Jok\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    cleanUpAfter(t, () => hostile.close());
    const url = `smtp://127.0.0.1:${(hostile.address() as AddressInfo).port}?tls=off`;
    const told = await runCommand(['mail', 'test', 'ada@example.com'], { ...settings, SMTP_URL: url });
    assert.match(told.stdout, /accepted it: 250 \\u001b\[2Jok\n$/, told.stderr);
    assert.equal((await runCommand(['mail', 'test'], settings)).code, 2);
    assert.match((await runCommand(['mail', 'test', 'ada@example.com'], {})).stderr, /SMTP_URL is not set/);
  });
});
