import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listEmails } from '../../src/cli/mail.ts';
import * as outbox from '../../src/store/queues/outbox.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createStore } from '../support/raw-database.ts';
import { registered, startService, verified, wakeWorker } from '../support/service.ts';
import { until } from '../support/until.ts';

describeOnBothDatabases('the outbox', (kind) => {
  it('carries another recipient than the account, and a payload', async (t) => {
    const service = await startService(t, kind, { SMTP_URL: 'smtp://127.0.0.1:1' });
    const { email } = await registered(service);
    await service.stop();
    const db = createStore(service.database.open());
    const recipient = 'new.address@example.com';
    const payload = { address: 'ada@new.example', count: 3 };
    await db.batch([outbox.enqueue('password_changed', email, { recipient, payload })]);
    const lines: string[] = [];
    await listEmails(db, ['waiting'], (line) => lines.push(line));
    assert.match(lines.find((line) => line.includes('password_changed')) ?? '', /new\.address@example\.com/);
    await service.clock.jump(10 * 60_000);
    const claimed = await outbox.claim(db, { untried: 5, tried: 5 }, 1);
    assert.deepEqual(claimed.map((one) => [one.kind, one.recipient, one.payload]).sort(), [
      ['password_changed', recipient, payload],
      ['verification', null, null],
    ]);
    await db.close();

    await service.clock.jump(1000);
    const next = await startService(t, kind, {}, service.database);
    const [notice, ...more] = await next.emailsTo(recipient);
    assert.deepEqual(more, []);
    assert.deepEqual(notice?.recipients, [recipient]);
    assert.equal((await next.emailsTo(email)).length, 1, 'the other e-mail goes to the account');
  });

  it('leaves what a newer version asked for to its workers', async (t) => {
    const service = await startService(t, kind);
    const { id, email } = await verified(service);
    await service.db.one(
      `INSERT INTO outbox (user_id, kind, message_id, credential_version, state, due_at, created_at, updated_at)
        VALUES ($1, 'of_tomorrow', 'x', 1, 'waiting', now(), now(), now())`,
      [id],
    );
    await service.request('POST', '/api/forgot-password', { body: { email } });
    await wakeWorker(service);
    const sent = () => service.smtp.received.filter(({ recipients }) => recipients.includes(email)).length;
    await until('the other e-mails are sent', () => sent() === 2);
    assert.deepEqual(await service.db.one(`SELECT state, attempts FROM outbox WHERE kind = 'of_tomorrow'`), {
      state: 'waiting',
      attempts: 0,
    });
  });
});
