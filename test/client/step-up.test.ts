import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Service } from '../support/service.ts';
import { codeOf, MINUTE_MS, start } from './started-client.ts';

describe('a step-up of the client', () => {
  const STALE_MS = 11 * MINUTE_MS;
  const stale = async (service: Service) => service.clock.jump(STALE_MS);

  it('asks for the password once for all who need it, and sends again', async (t) => {
    const asked: unknown[] = [];
    const { service, client, account, count } = await start(
      t,
      {},
      {
        stepUp: async (wanted) => {
          asked.push(wanted.maxAge);
          assert.equal(await codeOf(client.reauthenticate({ password: 'Wrong1234' })), 'wrong_current_password');
          await client.reauthenticate({ password: account.password });
          return true;
        },
      },
    );
    await client.login(account);
    await stale(service);
    const added = await Promise.all([client.call('POST /api/me/totp'), client.call('POST /api/me/totp')]);
    assert.deepEqual(
      added.map(({ status }) => status),
      [201, 201],
    );
    assert.deepEqual(asked, [600]);
    assert.equal(count('POST /api/me/totp'), 4);
  });

  it('leaves it at the refusal where nobody can be asked, or nobody wants', async (t) => {
    for (const options of [{}, { stepUp: async () => false }]) {
      const { service, client, account, count } = await start(t, {}, options);
      await client.login(account);
      await stale(service);
      assert.equal(await codeOf(client.call('POST /api/me/totp')), 'fresh_login_required');
      assert.equal(count('POST /api/me/totp'), 1);
    }
  });

  it('is done for services of your own too, which get the token that is needed', async (t) => {
    const { service, client, relay, account } = await start(
      t,
      {},
      {
        stepUp: async () => {
          await client.reauthenticate({ password: account.password });
          return true;
        },
      },
    );
    await client.login(account);
    const own = (path: string) => client.fetch(`${relay.url}${path}`, { method: 'POST' });
    await stale(service);
    assert.equal((await own('/api/me/totp')).status, 201);
    await service.clock.jump(16 * MINUTE_MS);
    assert.equal((await client.fetch(`${service.url}/api/me`)).status, 200, 'renewed');
    relay.answerNext(1, 403, {});
    assert.equal((await own('/api/me/totp')).status, 403, 'handed over as it is');
  });
});
