import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { LEASE_MS } from '../../src/mail/delivery.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { registration, type Service, startService } from '../support/service.ts';
import { createServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import type { SmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

/** `npm run faults:mail` asks for a thousand. */
const COUNT = Number(process.env.MAIL_COUNT ?? 24);
const isLongRun = process.env.MAIL_COUNT !== undefined;
const CLIENTS = 8;
const PATIENCE_MS = 110_000;
/** What one process sends at once. */
const SLOTS = 10;

describeOnBothDatabases('e-mails through an outage of the mail server', (kind) => {
  it(`${COUNT} that wait are out soon after its return, each once, and later ones soon after theirs`, async (t) => {
    const { service, emails } = await startDuringOutage(t);
    const { smtp } = service;
    const backMs = performance.now();
    await smtp.comeBack();
    await until('all arrived', () => smtp.received.length >= COUNT, PATIENCE_MS);
    const seconds = (performance.now() - backMs) / 1000;
    t.diagnostic(`${kind}: ${COUNT} e-mails arrived ${seconds.toFixed(1)} s after the server was back`);
    assert.deepEqual(recipients(smtp).sort(), emails.sort());
    emails.push(...(await registerOneByOne(t, service)));
    await service.stop();
    assert.deepEqual(recipients(smtp).sort(), emails.sort());
  });

  it('wait seconds for a server that is away, minutes for one that puts them off, however often tried', async (t) => {
    const { db, smtp, clock, request } = await startService(t, kind);
    smtp.follow({ recipient: () => '451 4.3.0 try again' });
    await request('POST', '/api/register', { body: registration() });
    const tried = 'SELECT due_at, now() AS now FROM outbox WHERE claimed_at IS NULL AND attempts';
    /** How long the e-mail waits after this attempt. */
    const waitAfter = async (attempt: number): Promise<number> => {
      await until('it was tried', async () => (await db.one(`${tried} > 0`)) !== undefined);
      await db.all('UPDATE outbox SET attempts = $1, due_at = now()', [attempt - 1]);
      await clock.advance(10_000);
      await until('it was tried again', async () => (await db.one(`${tried} = $1`, [attempt])) !== undefined);
      const { due_at = 0, now = 0 } = (await db.one<{ due_at: number; now: number }>(`${tried} = $1`, [attempt])) ?? {};
      return due_at - now;
    };
    const putOff = await waitAfter(20);
    assert.ok(putOff > 30_000 && putOff <= 120_000, `${putOff} ms`);
    await smtp.goAway();
    const away = await waitAfter(30);
    assert.ok(away <= 5000, `${away} ms`);
  });

  // On SQLite the leases of the killed must run out in real time, which is left to the long run.
  const isQuick = kind === 'postgres';
  it(`${COUNT} survive two kill -9 in the middle of sending`, { skip: !isQuick && !isLongRun }, async (t) => {
    const { service: first, emails } = await startDuringOutage(t);
    const { smtp, database } = first;
    await first.stop();
    const service = await createServiceProcess(t, { settings: { DATABASE_URL: database.url, SMTP_URL: smtp.url } });
    await service.start();
    const kills = [killAt(smtp, service, Math.floor(COUNT / 3)), killAt(smtp, service, Math.floor((COUNT * 2) / 3))];
    const backMs = performance.now();
    smtp.follow({
      message() {
        for (const kill of kills) kill.onMessage();
        return 'accept';
      },
    });
    await smtp.comeBack();
    for (const { isKilled } of kills) {
      await isKilled;
      // On PostgreSQL the leases of the killed run out by its clock, before anybody else could be sending.
      await database.clock.advance(LEASE_MS + 1000);
      await service.start();
    }
    const arrived = () => new Set(recipients(smtp)).size;
    await until('all arrived', () => arrived() === COUNT, PATIENCE_MS);
    const seconds = (performance.now() - backMs) / 1000;
    const repeated = smtp.received.length - COUNT;
    t.diagnostic(
      `${kind}: ${COUNT} e-mails arrived ${seconds.toFixed(1)} s after the server was back, ${repeated} of them twice`,
    );

    assert.deepEqual([...new Set(recipients(smtp))].sort(), emails.sort());
    assert.ok(repeated <= kills.length * SLOTS, `${repeated} arrived twice`);
    assert.equal(new Set(smtp.received.map(({ messageId }) => messageId)).size, COUNT);
  });

  /** Tells how soon after the answer each e-mail arrives; answers with the addresses. */
  async function registerOneByOne(t: TestContext, { smtp, request }: Service): Promise<string[]> {
    const emails: string[] = [];
    const tookMs: number[] = [];
    for (let count = 1; count <= Math.ceil(COUNT / 10); count += 1) {
      const { promise: arrivedMs, resolve } = Promise.withResolvers<number>();
      smtp.follow({
        message() {
          resolve(performance.now());
          return 'accept';
        },
      });
      const body = registration();
      emails.push(body.email);
      await request('POST', '/api/register', { body });
      const answeredMs = performance.now();
      tookMs.push(Math.max(0, (await arrivedMs) - answeredMs));
    }
    tookMs.sort((one, other) => one - other);
    const [median = 0, p99 = 0] = [0.5, 0.99].map((share) => tookMs[Math.floor(tookMs.length * share)]);
    t.diagnostic(`${kind}: ${median.toFixed(0)} ms from answer to arrival, 99 of 100 within ${p99.toFixed(0)} ms`);
    if (isLongRun) assert.ok(median < 1000, `${median} ms`);
    return emails;
  }

  /** A service whose mail server is away, and which has accepted that many registrations all the same. */
  async function startDuringOutage(t: TestContext) {
    const service = await startService(t, kind, { MAX_EMAIL_BURST: '0' });
    await service.smtp.goAway();
    const emails: string[] = [];
    const register = async () => {
      while (emails.length < COUNT) {
        const body = registration();
        emails.push(body.email);
        const answer = await service.request('POST', '/api/register', { body });
        assert.equal(answer.status, 201, answer.text);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, register));
    return { service, emails };
  }
});

const recipients = (smtp: SmtpSink): string[] => smtp.received.flatMap((email) => email.recipients);

/** Kills the service at the worst moment: the server has the e-mail, and the service is about to hear so. */
function killAt(smtp: SmtpSink, service: ServiceProcess, count: number) {
  const { promise: isKilled, resolve } = Promise.withResolvers<void>();
  let isDone = false;
  return {
    isKilled,
    onMessage() {
      if (isDone || smtp.received.length < count) return;
      isDone = true;
      void service.end('SIGKILL').then(() => resolve());
    },
  };
}
