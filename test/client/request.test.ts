import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClientOptions, createClient, LatchkeyError } from '../../client/src/index.ts';
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

  it('carries the headers of its program to the service alone, by the fetch of its program', async (t) => {
    const sent: [string, string | null, string | null][] = [];
    const { relay, client, account } = await start(
      t,
      { TRUST_PROXY: '127.0.0.1' },
      {
        headers: { 'x-forwarded-for': '198.51.100.7', 'Content-Type': 'text/plain', authorization: 'none' },
        fetch(url, init) {
          const headers = new Headers(init.headers);
          sent.push([new URL(url).pathname, headers.get('x-forwarded-for'), headers.get('content-type')]);
          return fetch(url, init);
        },
      },
    );
    await client.login(account);
    const [device] = (await client.call('GET /api/me/sessions')).data;
    assert.equal(device?.address, '198.51.100.7');
    await client.fetch(new URL(`${relay.url}/api/me?of=mine`));
    assert.deepEqual(sent, [
      ['/api/login', '198.51.100.7', 'application/json'],
      ['/api/me/sessions', '198.51.100.7', 'text/plain'],
      ['/api/me', null, null],
    ]);
  });

  it('names the address and the usual causes when Latchkey does not answer', async (t) => {
    const { relay, account } = await start(t);
    const failureOf = (url: string, options: ClientOptions = {}) =>
      createClient({ url, ...options })
        .login(account)
        .catch((error) => error);
    const away = await failureOf('http://127.0.0.1:1/auth/');
    assert.ok(away instanceof LatchkeyError);
    assert.deepEqual([away.code, away.status], ['unreachable', 0]);
    assert.match(
      away.message,
      /did not answer at http:\/\/127\.0\.0\.1:1\/auth\/api\/login\. .*running.*url.*CORS_ORIGINS/,
    );
    assert.ok(away.cause instanceof TypeError);
    // A proxy that has nobody to ask, and a server that is not Latchkey.
    relay.answerNext(1, 502, {});
    const behind = await failureOf(relay.url);
    assert.deepEqual([behind.code, behind.status], ['unreachable', 502]);
    assert.ok(behind.message.includes(relay.url));
    const other = await failureOf(relay.url, { fetch: async () => new Response('<!doctype html>') });
    assert.deepEqual([other.code, other.cause instanceof SyntaxError], ['unreachable', true]);
  });
});
