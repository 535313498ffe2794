import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createSmtpTransport } from '../../src/mail/smtp.ts';
import { readSmtpUrl } from '../../src/mail/smtp-url.ts';
import { DeliveryFailure, type MailTransport } from '../../src/mail/transport.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { type SmtpScript, startSmtpSink } from '../support/smtp-sink.ts';

/** Hanging for long is not tested by waiting for long. */
const IMPATIENT = { connectMs: 300, greetingMs: 300, silenceMs: 300, wholeMs: 5000 };

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
const ready = async () => {};

function transportTo(t: TestContext, url: string, patience = IMPATIENT): MailTransport {
  const transport = createSmtpTransport(readSmtpUrl(url), patience);
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

describe('the SMTP client', () => {
  const HANGS: [stage: string, script: SmtpScript, kind: DeliveryFailure['kind']][] = [
    ['before the greeting', { greeting: () => 'hang' }, 'unreachable'],
    ['at the sender', { sender: () => 'hang' }, 'deferred'],
    ['at the recipient', { recipient: () => 'hang' }, 'deferred'],
    ['after the message', { message: () => 'hang' }, 'deferred'],
  ];
  for (const [stage, script, kind] of HANGS) {
    it(`does not wait for ever for a server that hangs ${stage}`, async (t) => {
      const smtp = await startSmtpSink(t);
      smtp.follow(script);
      const { kind: found } = await failure(transportTo(t, smtp.url).send(email, ready));
      assert.equal(found, kind);
    });
  }

  it('cuts off a server that keeps it busy with an answer now and then', async (t) => {
    const dribbler = createServer((socket) => {
      socket.on('error', () => {});
      const timer = setInterval(() => socket.write('220-not yet\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    }).listen(0, '127.0.0.1');
    await once(dribbler, 'listening');
    cleanUpAfter(t, () => dribbler.close());
    const address = dribbler.address();
    const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const { message } = await failure(
      transportTo(t, url, { ...IMPATIENT, greetingMs: 60_000, wholeMs: 300 }).send(email, ready),
    );
    assert.equal(message, 'the mail server took too long');
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
    [{ message: () => '452 4.3.1 full' }, 'deferred', '452 4.3.1 full'],
    [{ message: () => '554 5.6.0 spam' }, 'refused', '554 5.6.0 spam'],
  ];
  for (const [script, kind, reason] of ANSWERS) {
    it(`takes ${reason} in answer to the ${Object.keys(script)[0]} as ${kind}`, async (t) => {
      const smtp = await startSmtpSink(t);
      smtp.follow(script);
      const found = await failure(
        transportTo(t, smtp.url, { ...IMPATIENT, silenceMs: 5000, greetingMs: 5000 }).send(email, ready),
      );
      assert.deepEqual([found.kind, found.message], [kind, reason]);
    });
  }

  it('ends no message before it may', async (t) => {
    const smtp = await startSmtpSink(t);
    const { promise: mayEnd, resolve } = Promise.withResolvers<void>();
    const sending = transportTo(t, smtp.url, { ...IMPATIENT, silenceMs: 5000 }).send(email, () => mayEnd);
    await pause(100);
    assert.equal(smtp.received.length, 0);
    resolve();
    assert.match(await sending, /^250 /);
    assert.equal(smtp.received.length, 1);
  });

  it('replaces a kept connection that died meanwhile without a failed attempt', async (t) => {
    const smtp = await startSmtpSink(t);
    const transport = transportTo(t, smtp.url, { ...IMPATIENT, silenceMs: 5000 });
    await transport.send(email, ready);
    await smtp.goAway();
    await smtp.comeBack();
    await transport.send(email, ready);
    assert.equal(smtp.received.length, 2);
  });

  it('gives no password to a server without TLS, unless it is on the same machine or told to', async (t) => {
    assert.equal(readSmtpUrl('smtp://u:p@mail.example.com').requireTLS, true);
    assert.equal(readSmtpUrl('smtp://u:p@mail.example.com?tls=optional').requireTLS, false);
    assert.equal(readSmtpUrl('smtp://u:p@127.0.0.1').requireTLS, false);
    assert.equal(readSmtpUrl('smtp://mail.example.com').requireTLS, false);
    const smtp = await startSmtpSink(t);
    const { kind } = await failure(transportTo(t, `${smtp.url}?tls=required`).send(email, ready));
    assert.equal(kind, 'unreachable');
    assert.equal(smtp.received.length, 0);
  });

  it('trusts no certificate that nobody vouches for, unless told to', async (t) => {
    const smtp = await startSmtpSink(t, { login: { user: 'u', pass: 'p' } });
    const { message } = await failure(transportTo(t, smtp.url.replace('?tls=insecure', '')).send(email, ready));
    assert.match(message, /certificate/i);
    assert.equal(smtp.received.length, 0);
  });
});
