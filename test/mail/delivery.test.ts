import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { retryEmails } from '../../src/cli/mail.ts';
import { LEASE_MS } from '../../src/mail/delivery.ts';
import { depth } from '../../src/store/queues/outbox.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createTestTimers } from '../support/clock.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import {
  linksIn,
  registered,
  resetToken,
  type Service,
  startService,
  verified,
  wakeWorker,
} from '../support/service.ts';
import { startSmtpSink, type Verdict } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

/** How much of its lease the e-mail being sent has left. */
async function leaseOf({ db }: Service): Promise<number> {
  const row = await db.one<{ due_at: number; now: number }>(
    "SELECT due_at, now() AS now FROM outbox WHERE state = 'waiting'",
  );
  return row ? row.due_at - row.now : 0;
}

const DAY_MS = 24 * 60 * 60 * 1000;

const settled = (service: Service) =>
  until('nothing waits any more', async () => (await depth(service.db)).waiting === 0);

const attemptsLogged = (service: Service) =>
  service.logLines.map((line) => JSON.parse(line)).filter(({ emailId }) => emailId !== undefined);

describeOnBothDatabases(
  'the delivery of e-mails',
  (kind) => {
    it('begins at once, and waits for no look at the clock', async (t) => {
      const database = await createTestDatabase(t, kind);
      const timers = createTestTimers({ standsStill: true });
      const clock = { ...database.clock, timers };
      const service = await startService(t, kind, {}, { ...database, clock });
      for (let count = 1; count <= 3; count += 1) {
        await registered(service);
        // The worker's pause between two looks, and no more.
        timers.pass(20);
        await until('the e-mail arrives', () => service.smtp.received.length === count);
      }
      // With the last one on record the worker pauses again, in a time that stands still: a stop does not wait for the
      // end of the pause.
      await until('the last e-mail is on record', () => service.mailCounters.sent === 3);
      await service.stop();
    });

    it('waits for a mail server that is away, and sends everything once when it is back', async (t) => {
      const service = await startService(t, kind);
      await registered(service);
      await settled(service);
      await service.smtp.goAway();
      const emails = await Promise.all(Array.from({ length: 12 }, async () => (await registered(service)).email));
      assert.equal((await depth(service.db)).waiting, 12);

      await service.smtp.comeBack();
      await settled(service);
      const arrived = service.smtp.received.slice(1).flatMap(({ recipients }) => recipients);
      assert.deepEqual(arrived.sort(), emails.sort());
      assert.equal((await depth(service.db)).dead, 0);
    });

    const PASSING_TROUBLES: Record<string, Parameters<Service['smtp']['follow']>[0]> = {
      '421 as a greeting': { greeting: () => '421 4.3.2 shutting down' },
      '451 to the sender': { sender: () => '451 4.3.0 try again' },
      '450 to the recipient': { recipient: () => '450 4.2.0 greylisted' },
      '451 to the message': { message: () => '451 4.3.0 disk full' },
      '421 in the middle': { recipient: () => '421 4.7.0 too many connections' },
      'a connection cut before the message is kept': { sender: () => 'drop' },
    };
    // What the server says has nothing to do with the database.
    for (const [trouble, script] of kind === 'sqlite' ? Object.entries(PASSING_TROUBLES) : []) {
      it(`tries again after ${trouble}`, async (t) => {
        const service = await startService(t, kind);
        service.smtp.follow(script);
        const { email } = await registered(service);
        await until('an attempt failed', () => attemptsLogged(service).some(({ msg }) => msg === 'e-mail delayed'));
        service.smtp.follow({});
        await settled(service);
        assert.deepEqual(
          service.smtp.received.map(({ recipients }) => recipients),
          [[email]],
        );
      });
    }

    it('lets nobody wait for addresses that hang', async (t) => {
      const service = await startService(t, kind);
      service.smtp.follow({
        recipient: (address) => (address.startsWith('slow') ? '451 4.2.1 later' : 'accept'),
      });
      for (let count = 1; count <= 6; count += 1) await registered(service, { email: `slow${count}@example.com` });
      await until('all were tried', () => new Set(attemptsLogged(service).map(({ emailId }) => emailId)).size === 6);
      // Four hang in the slots for those that failed before; the others stay free.
      let hanging = 0;
      service.smtp.follow({
        recipient(address) {
          if (!address.startsWith('slow')) return 'accept';
          hanging += 1;
          return 'hang';
        },
      });
      await until('the slots for second attempts are full', () => hanging === 4);
      const { email } = await registered(service);
      await until('the new one passes them', () =>
        service.smtp.received.some(({ recipients }) => recipients[0] === email),
      );
      assert.equal(hanging, 4);
    });

    it('gives up when the link would have expired, and not before', async (t) => {
      const service = await startService(t, kind);
      service.smtp.follow({ recipient: () => '451 4.3.0 try again' });
      await registered(service);
      await until('an attempt failed', () => attemptsLogged(service).length === 1);
      await service.clock.advance(DAY_MS - 60_000);
      await wakeWorker(service);
      await until('another one failed', () => attemptsLogged(service).length === 2);
      assert.equal((await depth(service.db)).dead, 0);

      await service.clock.advance(120_000);
      await wakeWorker(service);
      await settled(service);
      assert.deepEqual(await depth(service.db), { waiting: 0, dead: 1, oldestWaitingMs: 0 });
    });

    it('gives revived e-mails their whole lifetime again, when put off or when the server is away', async (t) => {
      const service = await startService(t, kind);
      const outcomes = () => attemptsLogged(service).map(({ msg }) => msg);
      const triedAfter = async (ms: number, attempts: number) => {
        const before = outcomes().length;
        await service.clock.advance(ms);
        // All of them: one under way while the clock goes on past its lease would be claimed once more.
        await until('the attempts ended', () => outcomes().length >= before + attempts);
      };
      service.smtp.follow({ recipient: () => '550 5.1.1 no such user' });
      for (let count = 0; count < 2; count += 1) await registered(service);
      await until('both are given up', () => outcomes().length === 2);
      await service.clock.advance(2 * DAY_MS);
      service.smtp.follow({ recipient: () => '451 4.3.0 try again' });
      await retryEmails(service.db, ['dead'], () => {});
      await triedAfter(5000, 2);
      await triedAfter(DAY_MS - 120_000, 2);
      // One at a time is tried while the server is away; the other is due and waits.
      await service.smtp.goAway();
      for (let count = 0; count < 4; count += 1) await triedAfter(10_000, 1);
      assert.deepEqual(new Set(outcomes().slice(2)), new Set(['e-mail delayed']));

      // An attempt under way when the clock jumps exceeds its time limit, and the next one is within two minutes.
      await until('both are given up', async () => {
        await service.clock.advance(120_000);
        return (await depth(service.db)).dead === 2;
      });
    });

    it('gives up on all whose time ran out behind a server that is away', async (t) => {
      const service = await startService(t, kind);
      await service.smtp.goAway();
      await Promise.all(Array.from({ length: 5 }, () => registered(service)));
      await service.clock.advance(DAY_MS + 60_000);
      await settled(service);
      assert.equal((await depth(service.db)).dead, 5);
      assert.equal(service.mailCounters.dead, 5);
    });

    it('sends no link for a password that is gone by the time it could be sent', async (t) => {
      const service = await startService(t, kind);
      const account = await verified(service);
      const token = await resetToken(service, account.email);
      await service.smtp.goAway();
      await service.request('POST', '/api/forgot-password', { body: { email: account.email } });
      const reset = await service.request('POST', '/api/reset-password', {
        token,
        body: { new_password: 'Difference2' },
      });
      assert.equal(reset.status, 200);
      const before = service.smtp.received.length;
      await settled(service);
      await service.smtp.comeBack();
      await registered(service);
      await settled(service);
      assert.equal(service.smtp.received.length, before + 1);
    });

    it('still confirms an address whose account got a new password meanwhile', async (t) => {
      const service = await startService(t, kind);
      const { email } = await registered(service);
      const token = await resetToken(service, email);
      await service.smtp.goAway();
      await service.request('POST', '/api/resend-verification', { body: { email } });
      await service.request('POST', '/api/reset-password', { token, body: { new_password: 'Difference2' } });
      const before = service.smtp.received.length;
      await service.smtp.comeBack();
      await settled(service);
      assert.deepEqual(
        service.smtp.received.slice(before).map(({ recipients }) => recipients),
        [[email]],
      );
    });

    it('goes on with a send that outlasts its lease because the clock jumped', async (t) => {
      const service = await startService(t, kind);
      const { promise: verdict, resolve } = Promise.withResolvers<Verdict>();
      let begun = 0;
      service.smtp.follow({
        message() {
          begun += 1;
          return verdict;
        },
      });
      await registered(service);
      await until('it is being sent', () => begun === 1);
      await service.clock.jump(60_000);
      const { email } = await registered(service);
      await until('the worker has looked again', () => begun === 2);
      resolve('accept');
      await settled(service);
      assert.equal(begun, 2);
      assert.equal(service.smtp.received.filter(({ recipients }) => recipients[0] === email).length, 1);
    });

    it('leaves a slow send to its instance: the lease is renewed in time, and it is tried once', async (t) => {
      const first = await startService(t, kind);
      const { promise: verdict, resolve } = Promise.withResolvers<Verdict>();
      let begun = 0;
      first.smtp.follow({
        message() {
          begun += 1;
          return verdict;
        },
      });
      await registered(first);
      await until('it is being sent', () => begun === 1);
      const second = await startService(t, kind, {}, first.database);
      // Longer than the lease in all, and each time less than two thirds of it.
      for (let rest = 0; rest < 3; rest += 1) {
        await first.clock.advance(LEASE_MS * 0.6);
        await until('the lease is renewed', async () => (await leaseOf(first)) > LEASE_MS * 0.7);
      }
      for (const service of [first, second]) await wakeWorker(service);
      resolve('accept');
      await settled(second);
      assert.deepEqual([begun, first.smtp.received.length, second.smtp.received.length], [1, 1, 0]);
      assert.deepEqual(await first.db.all("SELECT attempts FROM outbox WHERE state = 'sent'"), [{ attempts: 1 }]);
    });

    it('stops without losing or repeating what is on its way', async (t) => {
      const service = await startService(t, kind);
      service.smtp.follow({ message: () => 'hang' });
      await registered(service);
      await until('it is being sent', () => service.smtp.connections === 1);
      await service.stop();
      const again = await startService(t, kind, {}, service.database);
      await again.clock.advance(5000);
      await settled(again);
      assert.equal(again.smtp.received.length, 1);
    });

    // What follows is between the worker and the mail server, whatever the database.
    if (kind === 'postgres') return;

    it('sends again, under the same Message-ID, what the server may not have kept', async (t) => {
      const service = await startService(t, kind);
      let drops = 0;
      service.smtp.follow({ message: () => (++drops === 1 ? 'drop' : 'accept') });
      await registered(service);
      await settled(service);
      const [first, second, ...more] = service.smtp.received;
      assert.ok(first && second);
      assert.equal(second.messageId, first.messageId);
      assert.deepEqual(more, []);
    });

    it('gives up on a refused address at once, visibly, and on no other', async (t) => {
      const service = await startService(t, kind);
      service.smtp.follow({
        recipient: (address) => (address.startsWith('nobody') ? `550 5.1.1 <${address}>: no such user` : 'accept'),
      });
      const [bad, good] = await Promise.all([
        registered(service, { email: 'nobody@example.com' }),
        registered(service),
      ]);
      await settled(service);
      assert.deepEqual(
        service.smtp.received.map(({ recipients }) => recipients),
        [[good.email]],
      );
      assert.equal((await depth(service.db)).dead, 1);
      assert.deepEqual(service.mailCounters, { sent: 1, delayed: 0, dead: 1, superseded: 0 });
      const [given] = attemptsLogged(service).filter(({ msg }) => msg === 'e-mail given up');
      assert.equal(given.answer, '550 5.1.1 <n***@example.com>: no such user');
      assert.ok(!service.logLines.join().includes(bad.email));
    });

    it('logs in over STARTTLS where the server wants it', async (t) => {
      const smtp = await startSmtpSink(t, { login: { user: 'mailer', pass: 'p%40ss' } });
      const service = await startService(t, kind, { SMTP_URL: smtp.url.replace('p%40ss', 'p%2540ss') });
      const { email } = await registered(service);
      await settled(service);
      assert.deepEqual(
        smtp.received.map(({ recipients }) => recipients),
        [[email]],
      );
    });

    it('keeps everything while the server refuses the login, and says so', async (t) => {
      const smtp = await startSmtpSink(t, { login: { user: 'mailer', pass: 'right' } });
      const service = await startService(t, kind, { SMTP_URL: smtp.url.replace('right', 'wrong') });
      await registered(service);
      await until('the login failed', () => attemptsLogged(service).some(({ answer }) => /^535 /.test(answer)));
      assert.deepEqual(
        { ...(await depth(service.db)), oldestWaitingMs: 0 },
        { waiting: 1, dead: 0, oldestWaitingMs: 0 },
      );
    });

    it('uses few connections for many e-mails', async (t) => {
      const service = await startService(t, kind);
      const begunMs = performance.now();
      await Promise.all(Array.from({ length: 25 }, () => registered(service)));
      await settled(service);
      assert.equal(service.smtp.received.length, 25);
      // Six at once at most, and every five seconds those that are idle just then are closed.
      const rounds = 2 + Math.floor((performance.now() - begunMs) / 5000);
      assert.ok(service.smtp.connections <= 6 * rounds, `${service.smtp.connections} connections`);
    });

    it('sends links that work', async (t) => {
      const service = await startService(t, kind);
      const { email } = await registered(service);
      const [message] = await service.emailsTo(email);
      assert.ok(message);
      const [link] = linksIn(message);
      assert.equal(link?.searchParams.get('email'), email);
      const answer = await service.request('POST', '/api/verify', { token: link?.searchParams.get('token') ?? '' });
      assert.equal(answer.status, 200);
    });
  },
  { concurrency: 6 },
);

it('an e-mail that is due again while others are still being given up is tried at once', async (t) => {
  const service = await startService(t, 'postgres');
  const other = new pg.Client({ connectionString: service.database.url });
  await other.connect();
  // Before the service stops, which waits for what it has begun.
  cleanUpAfter(t, () => other.end());
  // Nobody can be given up, because it cannot be counted.
  await other.query('BEGIN; LOCK TABLE email_outcomes');
  await service.smtp.goAway();
  await registered(service);
  await until('an attempt failed', () => attemptsLogged(service).length === 1);
  await service.clock.advance(10_000);
  await until('so did another one', () => attemptsLogged(service).length === 2, LEASE_MS / 2);
});
