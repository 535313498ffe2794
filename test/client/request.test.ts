import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '../../client/src/index.ts';
import { until } from '../support/until.ts';
import { codeOf, start } from './started-client.ts';

describe('a request of the client', () => {
  it('waits as Retry-After says, for what may be done twice, and not for ever', async (t) => {
    const { relay, client, storage, account, count } = await start(t, {}, { longestWait: 3 });
    await client.login(account);
    for (const status of [429, 503]) {
      relay.answerNext(1, status, { 'retry-after': '1' });
      assert.equal((await client.call('GET /api/me')).data.id, account.id);
    }
    assert.equal(count('GET /api/me'), 4);
    relay.answerNext(1, 503, { 'retry-after': '60', 'x-error-code': 'overloaded' });
    assert.equal(await codeOf(client.call('GET /api/me')), 'overloaded');
    relay.answerNext(9, 503, { 'retry-after': '1', 'x-error-code': 'overloaded' });
    const before = count('GET /api/me');
    assert.equal(await codeOf(client.call('GET /api/me')), 'overloaded');
    assert.ok(count('GET /api/me') - before <= 3);
    relay.answerNext(1, 503, { 'retry-after': '1' });
    assert.equal(
      (await createClient({ url: relay.url, storage }).resume())?.id,
      account.id,
      'a refresh may be repeated',
    );
  });

  it('never sends a login twice', async (t) => {
    const { relay, client, account, count } = await start(t);
    for (const status of [429, 503, 500]) {
      relay.answerNext(1, status, { 'retry-after': '1', 'x-error-code': 'too_many_attempts' });
      assert.equal(await codeOf(client.login(account)), 'too_many_attempts');
    }
    assert.equal(count('POST /api/login'), 3);
  });

  it('can be cancelled, also while it waits', async (t) => {
    const { relay, client, account, count } = await start(t);
    await client.login(account);
    relay.answerNext(1, 503, { 'retry-after': '5', 'x-error-code': 'overloaded' });
    const stopping = new AbortController();
    const asked = codeOf(client.call('GET /api/me', { signal: stopping.signal }));
    await until('it was asked', () => count('GET /api/me') === 1);
    stopping.abort();
    // By then the answer may have come, or not: either way nobody waits for five seconds, and asks again.
    assert.match(await asked, /^(overloaded|cancelled)$/);
    assert.equal(await codeOf(client.call('GET /api/me', { signal: stopping.signal })), 'cancelled');
    assert.equal(count('GET /api/me'), 1);
  });

  it('leads to no other path than that of its operation', async (t) => {
    const { client, relay } = await start(t, {}, { apiKey: 'lk_none' });
    for (const id of ['', '.', '..'])
      await assert.rejects(client.call('GET /api/admin/users/{id}', { path: { id } }), TypeError);
    assert.equal(
      await codeOf(client.call('GET /api/admin/users/{id}', { path: { id: '../clients?x' } })),
      'invalid_api_key',
    );
    assert.equal(relay.seen.at(-1), 'GET /api/admin/users/..%2Fclients%3Fx');
  });
});
