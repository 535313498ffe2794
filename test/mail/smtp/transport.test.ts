import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import type { Timers } from '../../../src/lib/timers.ts';
import type { SmtpTimeouts } from '../../../src/mail/smtp/pool.ts';
import { createSmtpTransport } from '../../../src/mail/smtp/transport.ts';
import { readSmtpUrl } from '../../../src/mail/smtp/url.ts';
import { DeliveryFailure, type MailTransport } from '../../../src/mail/transport.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestTimers } from '../../support/clock.ts';
import { type SmtpScript, startSmtpSink, type Verdict } from '../../support/smtp-sink.ts';
import { until } from '../../support/until.ts';

/** Longer than any test takes, so that nothing but what a test is about runs out. */
const PATIENT: SmtpTimeouts = { openMs: 60_000, inactivityMs: 60_000, idleMs: 60_000, totalMs: 45_000 };

const email = {
  messageId: '<1@latchkey.test>',
  from: 'Latchkey <accounts@latchkey.test>',
  replyTo: undefined,
  to: 'ada@example.com',
  language: 'en',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};

/** What the client itself times stands still unless the test moves it. */
function transportTo(
  t: TestContext,
  url: string,
  timeouts = PATIENT,
  timers: Timers = createTestTimers({ standsStill: true }),
): MailTransport {
  const transport = createSmtpTransport(readSmtpUrl(url), timers, timeouts);
  cleanUpAfter(t, () => transport.close());
  return transport;
}

const failure = async (sending: Promise<string>): Promise<DeliveryFailure> => {
  const error = await sending.then(
    (answer) => assert.fail(`it was sent: ${answer}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof DeliveryFailure, String(error));
  return error;
};

/** The e-mail, and which of its members were read. */
function watched() {
  const read = new Set<PropertyKey>();
  const get = (members: typeof email, name: PropertyKey, receiver: unknown) => {
    read.add(name);
    return Reflect.get(members, name, receiver);
  };
  return { email: new Proxy(email, { get }), read };
}

describe('the SMTP client', () => {
  it('makes the whole message out of an e-mail that nobody gets, as of one that is sent', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url);
    const [sent, rehearsed] = [watched(), watched()];
    await transport.send(sent.email);
    await transport.rehearse(rehearsed.email);
    assert.ok(sent.read.has('html') && sent.read.has('subject'));
    assert.deepEqual([...rehearsed.read].sort(), [...sent.read].sort());
    assert.equal(smtp.received.length, 1);
  });

  it('does not begin with what is handed to it at the moment of its end', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url);
    const sending = failure(transport.send(email));
    await transport.close();
    assert.equal((await sending).message, 'the service stopped');
  });

  const HANGS: [stage: string, at: keyof SmtpScript, timeouts: keyof SmtpTimeouts, kind: DeliveryFailure['kind']][] = [
    ['before the greeting', 'greeting', 'openMs', 'unreachable'],
    ['at the sender', 'sender', 'inactivityMs', 'deferred'],
    ['at the recipient', 'recipient', 'inactivityMs', 'deferred'],
    ['after the message', 'message', 'inactivityMs', 'deferred'],
  ];
  for (const [stage, at, timeouts, kind] of HANGS) {
    it(`does not wait for ever for a server that hangs ${stage}`, async (t) => {
      const smtp = await startSmtpSink(t);
      let hangs = false;
      smtp.follow({
        [at]() {
          hangs = true;
          return 'hang';
        },
      });
      // On a busy machine a short timeouts may run out before the server hangs; then it was no test of that.
      let found: DeliveryFailure | undefined;
      for (let ms = 100; !hangs && ms < 60_000; ms *= 2) {
        found = await failure(transportTo(t, smtp.url, { ...PATIENT, [timeouts]: ms }).send(email));
      }
      assert.deepEqual([hangs, found?.kind], [true, kind]);
    });
  }

  it('cuts off a server that keeps it busy with an answer now and then', async (t) => {
    let said = 0;
    let isCut = false;
    const dribbler = createServer((socket) => {
      socket.on('error', () => {});
      const timer = setInterval(() => {
        said += 1;
        socket.write('220-not yet\r\n');
      }, 10);
      socket.on('close', () => {
        isCut = true;
        clearInterval(timer);
      });
    }).listen(0, '127.0.0.1');
    await once(dribbler, 'listening');
    cleanUpAfter(t, () => dribbler.close());
    const address = dribbler.address();
    const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const timers = createTestTimers({ standsStill: true });
    let isOver = false;
    const sending = failure(transportTo(t, url, PATIENT, timers).send(email)).finally(() => {
      isOver = true;
    });
    await until('it is kept busy', () => said > 3);
    timers.pass(PATIENT.totalMs - 1);
    await until('it is kept busy for longer', () => said > 6);
    assert.equal(isOver, false);
    timers.pass(1);
    assert.equal((await sending).message, 'the mail server took too long');
    await until('its connection is closed', () => isCut);
  });

  it('keeps a connection for a while, and quits it before the server would', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url, { ...PATIENT, idleMs: 100 });
    await transport.send(email);
    await until('it is idle no longer', () => smtp.openConnections === 0);
    await transport.send(email);
    assert.equal(smtp.connections, 2);
  });

  it('carries a hundred e-mails over one connection, and no more', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url);
    for (let sent = 0; sent < 100; sent += 1) await transport.send(email);
    assert.equal(smtp.connections, 1);
    await transport.send(email);
    assert.equal(smtp.connections, 2);
  });

  const ANSWERS: [script: SmtpScript, kind: DeliveryFailure['kind'], reason: string][] = [
    [{ greeting: () => '421 4.3.2 later' }, 'unreachable', '421 4.3.2 later'],
    [{ greeting: () => '554 5.3.2 not for you' }, 'unreachable', '554 5.3.2 not for you'],
    [{ sender: () => '530 5.7.0 authentication required' }, 'unreachable', '530 5.7.0 authentication required'],
    [{ sender: () => '451 4.3.0 later' }, 'deferred', '451 4.3.0 later'],
    [{ sender: () => '550 5.7.1 not from you' }, 'refused', '550 5.7.1 not from you'],
    [{ recipient: () => '450 4.2.0 later' }, 'deferred', '450 4.2.0 later'],
    [{ recipient: () => '550 5.1.1 nobody' }, 'refused', '550 5.1.1 nobody'],
    [{ recipient: () => '421 4.7.0 closing' }, 'unreachable', '421 4.7.0 closing'],
    [{ sender: () => '503 5.5.1 bad sequence' }, 'deferred', '503 5.5.1 bad sequence'],
    [{ message: () => '452 4.3.1 full' }, 'deferred', '452 4.3.1 full'],
    [{ message: () => '554 5.6.0 spam' }, 'refused', '554 5.6.0 spam'],
  ];
  for (const [script, kind, reason] of ANSWERS) {
    it(`takes ${reason} in answer to the ${Object.keys(script)[0]} as ${kind}`, async (t) => {
      const smtp = await startSmtpSink(t);
      smtp.follow(script);
      const found = await failure(transportTo(t, smtp.url).send(email));
      assert.deepEqual([found.kind, found.message], [kind, reason]);
    });
  }

  const BREAKS: [at: keyof SmtpScript, kind: DeliveryFailure['kind']][] = [
    ['greeting', 'unreachable'],
    ['sender', 'unreachable'],
    ['recipient', 'unreachable'],
    ['message', 'deferred'],
  ];
  for (const [at, kind] of BREAKS) {
    it(`takes a connection that breaks at the ${at} as ${kind}`, async (t) => {
      const smtp = await startSmtpSink(t);
      smtp.follow({ [at]: () => 'drop' });
      const found = await failure(transportTo(t, smtp.url).send(email));
      assert.deepEqual([found.kind, found.answered], [kind, false]);
    });
  }

  it('replaces a kept connection that died meanwhile without a failed attempt', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url);
    await transport.send(email);
    await smtp.goAway();
    await smtp.comeBack();
    await transport.send(email);
    assert.equal(smtp.received.length, 2);
  });

  it('takes a server that goes away while a connection is kept, or greets with an error, as unreachable', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url);
    const breakKept = async (greeting: Verdict) => {
      smtp.follow({});
      await transport.send(email);
      smtp.follow({ sender: () => 'drop', greeting: () => greeting });
      return (await failure(transport.send(email))).kind;
    };
    assert.deepEqual(
      [await breakKept('drop'), await breakKept('554 5.3.2 not for you')],
      ['unreachable', 'unreachable'],
    );
  });

  it('does not by itself send again what a kept connection may have sent before it died', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url);
    await transport.send(email);
    smtp.follow({ message: () => 'drop' });
    const { kind, answered } = await failure(transport.send({ ...email, subject: 'Once' }));
    assert.deepEqual({ kind, answered }, { kind: 'deferred', answered: false });
    assert.deepEqual(
      smtp.received.map(({ subject }) => subject),
      ['Hello', 'Once'],
    );
    assert.equal(smtp.connections, 1);
  });

  it('does not send again on a new connection what was refused on a kept one', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url);
    await transport.send(email);
    let asked = 0;
    smtp.follow({
      recipient() {
        asked += 1;
        return '450 4.2.0 later';
      },
    });
    assert.equal((await failure(transport.send(email))).message, '450 4.2.0 later');
    assert.deepEqual([asked, smtp.connections], [1, 1]);
  });

  it('gives no password to a server without TLS, unless it is on the same machine or told to', async (t) => {
    assert.equal(readSmtpUrl('smtp://u:p@mail.example.com').requireTLS, true);
    assert.equal(readSmtpUrl('smtp://u:p@mail.example.com?tls=optional').requireTLS, false);
    assert.equal(readSmtpUrl('smtp://u:p@127.0.0.1').requireTLS, false);
    assert.equal(readSmtpUrl('smtp://mail.example.com').requireTLS, false);
    const smtp = await startSmtpSink(t);
    const { kind } = await failure(transportTo(t, `${smtp.url}?tls=required`).send(email));
    assert.equal(kind, 'unreachable');
    assert.equal(smtp.received.length, 0);
  });

  it('trusts no certificate that nobody vouches for, unless told to', async (t) => {
    const smtp = await startSmtpSink(t, { login: { user: 'u', pass: 'p' } });
    const { message } = await failure(transportTo(t, smtp.url.replace('?tls=insecure', '')).send(email));
    assert.match(message, /certificate/i);
    assert.equal(smtp.received.length, 0);
  });
});
