import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { logIn, startService, verified } from '../support/service.ts';

const behindProxy = { TRUST_PROXY: '127.0.0.1' };
const ATTEMPTS = 200;
const AT_ONCE = 20;
const OWNER = '198.51.100.9';

describeOnBothDatabases('an attack on one account', (kind) => {
  it(`of ${ATTEMPTS} wrong passwords learns nothing after the twentieth, while the owner gets in`, async (t) => {
    const service = await startService(t, kind, behindProxy);
    const { email, password } = await verified(service);
    const attempt = async (guess: string, from: string) => {
      const headers = { 'x-forwarded-for': from };
      return (await service.request('POST', '/api/login', { body: { email, password: guess }, headers })).status;
    };

    const answers: Record<number, number> = {};
    let next = 0;
    const attacker = async () => {
      for (let i = next; i < ATTEMPTS; i = next) {
        next += 1;
        const status = await attempt(`Guess-${i}-x`, '203.0.113.66');
        answers[status] = (answers[status] ?? 0) + 1;
      }
    };
    const ownersLogins: number[] = [];
    const owner = async () => {
      while (next < ATTEMPTS) ownersLogins.push(await attempt(password, OWNER));
    };
    await Promise.all([...Array.from({ length: AT_ONCE }, attacker), owner()]);

    assert.deepEqual(answers, { 401: 20, 429: ATTEMPTS - 20 });
    assert.ok(ownersLogins.length > 0);
    assert.deepEqual([...new Set(ownersLogins)], [200]);
    assert.equal(await attempt(password, '203.0.113.66'), 429, 'nor is the right one believed from there');
  });

  it('cannot be spread over instances: they count together', async (t) => {
    const database = await createTestDatabase(t, kind);
    const limits = { MAX_FAILED_LOGINS: '4' };
    const instances = [await startService(t, kind, limits, database), await startService(t, kind, limits, database)];
    const account = await verified(instances[0] as (typeof instances)[0]);
    const statuses = [];
    for (let i = 0; i < 6; i += 1) {
      const body = { email: account.email, password: `Guess-${i}-x` };
      statuses.push((await instances[i % 2]?.request('POST', '/api/login', { body }))?.status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 429, 429]);
  });

  it('who registers with a victim’s address keeps nothing once the owner has set a password', async (t) => {
    const service = await startService(t, kind);
    const { email } = await verified(service, { password: 'Attackers-1' });
    const before = await logIn(service, { email, password: 'Attackers-1' });
    await service.request('POST', '/api/forgot-password', { body: { email } });
    const link = (await service.emailsTo(email)).at(-1)?.text.match(/token=(\S+)/)?.[1];
    const body = { new_password: 'The-owners-1' };
    assert.equal((await service.request('POST', '/api/reset-password', { token: link, body })).status, 200);

    const again = await service.request('POST', '/api/login', { body: { email, password: 'Attackers-1' } });
    assert.equal(again.status, 401);
    const refresh = { refresh_token: before.data.refresh_token };
    assert.equal((await service.request('POST', '/api/refresh', { body: refresh })).status, 401);
  });
});

describeOnBothDatabases('the client’s address', (kind) => {
  it('is not what an unknown peer writes into X-Forwarded-For', async (t) => {
    const service = await startService(t, kind, { MAX_FAILED_LOGINS: '3' });
    const { email } = await verified(service);
    const statuses = [];
    for (let i = 0; i < 5; i += 1) {
      const headers = {
        'x-forwarded-for': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
        'x-real-ip': `203.0.113.${i}`,
      };
      statuses.push(
        (await service.request('POST', '/api/login', { body: { email, password: 'Wrong-1-x' }, headers })).status,
      );
    }
    assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
  });

  it('is one for all addresses of one IPv6 subscriber, and for an IPv4 address however it is mapped', async (t) => {
    const service = await startService(t, kind, { ...behindProxy, MAX_FAILED_LOGINS: '5' });
    const { email } = await verified(service);
    const attempts = async (addresses: string[]) => {
      const counts: Record<number, number> = {};
      for (const address of addresses) {
        const body = { email, password: 'Wrong-1-x' };
        const headers = { 'x-forwarded-for': address };
        const { status } = await service.request('POST', '/api/login', { body, headers });
        counts[status] = (counts[status] ?? 0) + 1;
      }
      return counts;
    };
    const oneSubscriber = Array.from(
      { length: 30 },
      (_, i) => `2001:db8:5:6:${(i * 7919).toString(16).slice(-4)}::${i}`,
    );
    assert.deepEqual(await attempts(oneSubscriber), { 401: 5, 429: 25 });
    const oneClient = [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '::FFFF:c000:201',
      '0:0:0:0:0:ffff:c000:0201',
      '::ffff:c000:0201',
      '192.0.2.1',
    ];
    assert.deepEqual(await attempts(oneClient), { 401: 5, 429: 1 });
  });

  // Counted by the process, whatever the database.
  if (kind === 'postgres') return;

  it('that all clients seem to share is told to the operator, once, and only if no proxy is declared', async (t) => {
    for (const [settings, expected] of [
      [{}, 1],
      [behindProxy, 0],
    ] as const) {
      const service = await startService(t, kind, settings);
      for (let i = 0; i < 45; i += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${i}` };
        await service.request('POST', '/api/forgot-password', { body: { email: `a${i}@example.com` }, headers });
      }
      const warnings = service.logLines.filter((line) => line.includes('set TRUST_PROXY=127.0.0.1'));
      assert.equal(warnings.length, expected);
    }
  });
});
