import assert from 'node:assert/strict';
import { it } from 'node:test';
import { housekeepingStep } from '../../src/app/housekeeping.ts';
import { auditCommand } from '../../src/cli/audit.ts';
import type { OptionValues } from '../../src/cli/framework/command-options.ts';
import { createStore } from '../../src/store/commit.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { askForRequest } from '../support/login-code.ts';
import { auditRecords } from '../support/operator.ts';
import { registered, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const AUDIT_KEPT_MS = 90 * 24 * 3_600_000;
const RETENTION = { auditKeptMs: AUDIT_KEPT_MS, unverifiedKeptMs: 0 };
const FLOOD = 60;
const TABLES = ['throttles', 'outbox', 'audit_events', 'audit_counts'] as const;

const behindProxy = { TRUST_PROXY: '127.0.0.1', MAX_FAILED_LOGINS: '5' };
const askFrom = (service: Service, address: string, email: string) =>
  service.request('POST', '/api/forgot-password', { body: { email }, headers: { 'x-forwarded-for': address } });

async function rowsOf(service: Service): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) counts[table] = (await service.db.all(`SELECT 1 AS one FROM ${table}`)).length;
  return counts;
}

/** As often as the service itself would do it. */
async function keepWholeHouse(service: Service): Promise<void> {
  await service.clock.advance(61_000);
  while (await housekeepingStep(service.db, RETENTION));
}

async function auditLines(service: Service, options?: OptionValues): Promise<string[]> {
  const lines: string[] = [];
  await auditCommand(service.db, [], (line) => lines.push(line), options);
  return lines.slice(1);
}

describeOnBothDatabases('requests about addresses that nobody has', (kind) => {
  it(`leave one row behind after a minute, however many there are, and none that tells anything is lost`, async (t) => {
    const service = await startService(t, kind, behindProxy);
    const { email } = await registered(service);
    await service.emailsTo(email);
    // To the whole hour, so that the flood falls into one.
    await service.clock.advance(3_600_000 - (service.clock.nowMs() % 3_600_000));
    const before = await rowsOf(service);
    let next = 0;
    const client = async () => {
      for (let i = next; i < FLOOD; i = next) {
        next += 1;
        await askFrom(service, '203.0.113.5', `stranger${i}@example.com`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    await service.request('POST', '/api/login', { body: { email, password: 'Wrong-one-1' } });
    await until('nothing of them is left in the outbox', async () => (await rowsOf(service)).outbox === before.outbox);
    await keepWholeHouse(service);

    const after = await rowsOf(service);
    assert.equal(after.throttles, 1, 'the failed login of the account');
    assert.equal(after.audit_events, (before.audit_events ?? 0) + 1, 'the failed login of the account');
    assert.equal(after.audit_counts, 1);
    const [counted] = await auditLines(service, { event: 'reset_asked' });
    assert.match(counted ?? '', new RegExp(`^\\S+:00:00\\.000Z\treset_asked x${FLOOD}\t-\t203\\.0\\.113\\.5\t-$`));
    assert.equal(service.mailCounters.sent, 1, 'the verification of the account, and nothing else');
  });

  it('are counted by client network: whole for IPv4, /64 for IPv6, together from the 101st on', async (t) => {
    const service = await startService(t, kind, behindProxy);
    await service.clock.advance(3_600_000 - (service.clock.nowMs() % 3_600_000));
    const addresses = [
      '2001:db8:5:6::1',
      '2001:db8:5:6::2',
      ...Array.from({ length: 101 }, (_, i) => `198.51.100.${i}`),
    ];
    for (const address of addresses) await askFrom(service, address, 'nobody@example.com');
    await askFrom(service, '192.0.2.1', 'somebody@example.com');
    // The bucket of the one address ran dry after five: what is past the limit is not even counted.
    const asked = addresses.map((_, i) => askFrom(service, addresses[i] ?? '', `nobody${i}@example.com`));
    await Promise.all(asked);
    await keepWholeHouse(service);

    const events = await auditRecords(service.db, { limit: '1000' });
    const total = events.reduce((sum, { count }) => sum + count, 0);
    assert.equal(total, 5 + 1 + addresses.length);
    assert.ok(events.length <= 101, `${events.length} rows`);
    assert.equal(events.find(({ address }) => address === '2001:db8:5:6::/64')?.count, 4);
    assert.equal(events.filter(({ address }) => address === null).length, 1);
    assert.deepEqual(
      [...new Set(events.map(({ user_id, email, user_agent }) => JSON.stringify([user_id, email, user_agent])))],
      ['[null,null,null]'],
    );
  });

  it('are counted once by two instances that keep house at the same time', async (t) => {
    const service = await startService(t, kind);
    await service.clock.advance(3_600_000 - (service.clock.nowMs() % 3_600_000));
    for (let i = 0; i < 30; i += 1) {
      await service.request('POST', '/api/forgot-password', { body: { email: `stranger${i}@example.com` } });
    }
    await service.clock.advance(61_000);
    const other = createStore(service.database.open());
    await Promise.all([service.db, other, service.db, other].map((db) => housekeepingStep(db, RETENTION)));
    await other.close();
    await keepWholeHouse(service);
    const [counted] = await auditRecords(service.db);
    assert.equal(counted?.count, 30);
  });

  it('leave no request for a code behind, once that would have expired', async (t) => {
    const service = await startService(t, kind, { EMAIL_LOGIN: 'on' });
    const requests = () => service.db.all('SELECT email_hash FROM login_requests');
    for (let at = 0; at < 10; at += 1) await askForRequest(service, `stranger${at % 5}@example.com`);
    assert.equal((await requests()).length, 5, 'one for each address');
    await service.clock.advance(10 * 60_000);
    await keepWholeHouse(service);
    assert.deepEqual(await requests(), []);
  });

  it('are gone from the outbox as soon as the worker has seen them', async (t) => {
    const service = await startService(t, kind, { EMAIL_LOGIN: 'on' });
    for (const path of ['/api/forgot-password', '/api/resend-verification', '/api/login/email']) {
      await service.request('POST', path, { body: { email: 'nobody@example.com' } });
    }
    await until('the worker has dealt with them', async () => (await rowsOf(service)).outbox === 0);
    assert.deepEqual(service.mailCounters, { sent: 0, delayed: 0, dead: 0, superseded: 0 });
    assert.equal(service.smtp.connections, 0);
  });
});

describeOnBothDatabases('counted events', (kind) => {
  it('are kept as long as AUDIT_RETENTION says', async (t) => {
    const service = await startService(t, kind);
    await service.request('POST', '/api/forgot-password', { body: { email: 'nobody@example.com' } });
    await keepWholeHouse(service);
    await service.clock.advance(AUDIT_KEPT_MS - 2 * 3_600_000);
    await keepWholeHouse(service);
    assert.equal((await auditLines(service)).length, 1);
    assert.deepEqual(await auditLines(service, { since: '24h' }), []);
    await service.clock.advance(4 * 3_600_000);
    await keepWholeHouse(service);
    assert.deepEqual(await auditLines(service), []);
  });
});
