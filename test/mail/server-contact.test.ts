import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { registered, startService } from '../support/service.ts';
import type { SmtpScript } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

/** What the first attempt after an outage meets, and whether it shows that the mail server can be reached again. */
const ROWS: readonly [meets: string, script: SmtpScript, isBack: boolean][] = [
  ['a server that accepts the e-mail', {}, true],
  ['a server that puts the address off', { recipient: () => '451 4.3.0 try again' }, true],
  ['a server that refuses the address', { recipient: () => '550 5.1.1 no such mailbox' }, true],
  ['a server that closes for maintenance', { sender: () => '421 4.3.2 shutting down' }, false],
  ['a connection that breaks in the greeting', { greeting: () => 'drop' }, false],
  ['a connection that breaks in the middle', { recipient: () => 'drop' }, false],
];

describe('e-mails that wait for a mail server go on', () => {
  for (const [meets, script, isBack] of ROWS) {
    it(`${isBack ? 'when' : 'not yet when'} the next one meets ${meets}`, async (t) => {
      const { smtp, clock, mailCounters, logLines, ...service } = await startService(t, 'sqlite');
      await smtp.goAway();
      await registered({ smtp, clock, mailCounters, logLines, ...service });
      const attempts = () => mailCounters.sent + mailCounters.delayed + mailCounters.dead;
      await until('it was tried', () => attempts() === 1);
      smtp.follow(script);
      await smtp.comeBack();
      await clock.advance(10_000);
      await until('it was tried again', () => attempts() === 2);
      await setImmediate();
      assert.equal(
        logLines.some((line) => line.includes('the mail server is back')),
        isBack,
      );
    });
  }
});

describe('a service that stops while the mail server hangs', () => {
  it('waits seconds for its e-mails, not as long as a dialogue may take', async (t) => {
    const service = await startService(t, 'sqlite');
    service.smtp.follow({ message: () => 'hang' });
    await registered(service);
    await until('it is being sent', () => service.smtp.connections === 1);
    let isStopped = false;
    void service.stop().then(() => {
      isStopped = true;
    });
    let seconds = 0;
    // Less than the real time in which silence ends a connection.
    await until(
      'it has stopped',
      async () => {
        if (seconds < 10) await service.clock.advance(1000);
        seconds += 1;
        return isStopped;
      },
      10_000,
    );
    const restarted = await startService(t, 'sqlite', {}, service.database);
    await restarted.clock.advance(60_000);
    await until('the e-mail is sent by the next one', () => restarted.smtp.received.length === 1);
  });
});
