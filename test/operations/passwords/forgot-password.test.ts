import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { auditRecords } from '../../support/operator.ts';
import type { RawDatabase } from '../../support/raw-database.ts';
import { runScenarios, type Scenario, sharedService } from '../../support/scenarios.ts';
import { FRONTEND_URL, linksIn, registered, type Service, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const SENT = 'If this email is registered, a reset link has been sent';
const given = (service: Service) => verified(service);
type Given = Awaited<ReturnType<typeof given>>;

const sent = (name: string, body: unknown, status: number, message: string): Scenario<Given> => ({
  name,
  needsNothing: true,
  when: () => ({ body }),
  status,
  message,
});

const STEPS: Scenario<Given>[] = [
  sent('not JSON', 'x', 400, 'Invalid JSON format'),
  sent('1. no body', undefined, 400, 'Email is required'),
  sent('1. a blank e-mail', { email: '  ' }, 400, 'Email is required'),
  sent('an array', { email: ['a@b.c'] }, 400, 'email must be a string'),
  sent('2. an unknown e-mail', { email: 'nobody@example.com' }, 200, SENT),
  sent('2. not an e-mail', { email: 'nobody' }, 200, SENT),
  {
    name: '3. a user, in other letters',
    when: ({ email }) => ({ body: { email: ` ${email.toUpperCase()}` } }),
    status: 200,
    message: SENT,
    data: {},
    emails: ({ email }) => [[email, 'Reset your Latchkey password']],
  },
];

async function auditEvents(db: RawDatabase, email: string): Promise<string[]> {
  return (await auditRecords(db, { user: email })).map(({ event }) => event);
}

describeOnBothDatabases('POST /api/forgot-password', (kind) => {
  const service = sharedService(kind);
  runScenarios(service, ['POST', '/api/forgot-password'], given, STEPS);

  it('3. the e-mail has the name, and a link with nothing but the token', async () => {
    const { email } = await registered(service(), { full_name: 'Grace "Amazing" Hopper' });
    await service().request('POST', '/api/forgot-password', { body: { email } });
    const reset = (await service().emailsTo(email)).at(-1);
    assert.ok(reset);
    assert.match(reset.text, /Grace "Amazing" Hopper/);
    assert.match(reset.html, /Grace &quot;Amazing&quot; Hopper/);
    const [link] = linksIn(reset);
    assert.equal(`${link?.origin}${link?.pathname}`, `${FRONTEND_URL}/reset-password`);
    assert.deepEqual([...(link?.searchParams.keys() ?? [])], ['token']);
  });

  it('a host that a client makes up does not reach the link', async () => {
    const { email } = await verified(service());
    await service().request('POST', '/api/forgot-password', {
      body: { email },
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp', forwarded: 'host=evil.example' },
    });
    const links = (await service().emailsTo(email)).flatMap(linksIn);
    assert.deepEqual([...new Set(links.map(({ origin }) => origin))], [FRONTEND_URL]);
  });

  it('sends five in quick succession, then one a minute, and answers the same all along', async () => {
    const { email } = await verified(service());
    const resets = async () => (await service().emailsTo(email)).filter(({ subject }) => /Reset/.test(subject)).length;
    const ask = async (times: number) => {
      for (let i = 0; i < times; i += 1) {
        const answer = await service().request('POST', '/api/forgot-password', { body: { email } });
        assert.deepEqual([answer.status, answer.message, answer.data], [200, SENT, {}]);
      }
    };
    await ask(7);
    assert.equal(await resets(), 5);
    await service().clock.advance(60_000);
    await ask(2);
    assert.equal(await resets(), 6);
    // One event for each that was sent: what is past the limit leaves no trace that could fill the disk.
    const events = await auditEvents(service().db, email);
    assert.equal(events.filter((event) => event === 'reset_asked').length, 6);
  });

  it('a limit that was reached while the clock was ahead ends when the clock is right again', async () => {
    const { email } = await verified(service());
    const resets = async () => (await service().emailsTo(email)).filter(({ subject }) => /Reset/.test(subject)).length;
    const ask = async (times: number) => {
      for (let i = 0; i < times; i += 1) await service().request('POST', '/api/forgot-password', { body: { email } });
    };
    await service().clock.advance(3_600_000);
    await ask(6);
    assert.equal(await resets(), 5);
    await service().clock.advance(-3_600_000);
    await ask(6);
    assert.equal(await resets(), 10);
  });

  it('3. the e-mail leaves at once, not when the worker next looks by itself', async () => {
    const { email } = await verified(service());
    const arrived = () => service().smtp.received.filter(({ recipients }) => recipients[0] === email).length;
    for (const sent of [2, 3]) {
      // Until the worker sleeps again after the e-mail before. Where it is slower than this, the test still passes, but
      // proves less.
      await service().emailsTo('');
      await pause(150);
      await service().request('POST', '/api/forgot-password', { body: { email } });
      // By itself it would look again five seconds after the last time.
      await until(`e-mail ${sent} arrives`, () => arrived() === sent, 4000);
    }
  });
});
