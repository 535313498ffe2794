import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, type TokenStorage } from '../../client/src/index.ts';
import { keepTokens } from '../../client/src/kept-tokens.ts';
import { codeOf, KEY, MINUTE_MS, start } from './started-client.ts';

/** A table that answers late, and counts how often it is asked. */
function slowStorage(items = new Map<string, string>()) {
  const reads: string[] = [];
  const later = () => new Promise((done) => setImmediate(done));
  const storage: TokenStorage = {
    async getItem(key) {
      reads.push(key);
      await later();
      return items.get(key);
    },
    setItem: (key, value) => later().then(() => items.set(key, value)),
    removeItem: (key) => later().then(() => items.delete(key)),
  };
  return { items, reads, storage };
}

describe('an asynchronous storage of the client', () => {
  it('has the token when the login is done, and hands it to the next client', async (t) => {
    const { items, storage } = slowStorage();
    const { relay, client, account } = await start(t, { REFRESH_ROTATION: 'on' }, { storage });
    const { data } = await client.login(account);
    assert.equal(items.get(KEY), data.refresh_token);
    const later = createClient({ url: relay.url, storage });
    assert.equal((await later.resume())?.id, account.id);
    const rotated = items.get(KEY);
    assert.notEqual(rotated, data.refresh_token);
    const called = createClient({ url: relay.url, storage });
    assert.equal((await called.call('GET /api/me')).data.id, account.id);
    assert.notEqual(items.get(KEY), rotated);
    await called.logout();
    assert.equal(items.size, 0);
    assert.equal(await createClient({ url: relay.url, storage }).resume(), undefined);
  });

  it('is read once, and a login is not undone by what was stored before', async (t) => {
    const { items, reads, storage } = slowStorage(new Map([[KEY, 'of an earlier session']]));
    const { service, client, account } = await start(t, {}, { storage });
    const tokens = (await createClient({ url: service.url }).login(account)).data;
    await client.begin(tokens);
    assert.equal(items.get(KEY), tokens.refresh_token);
    await service.clock.jump(16 * MINUTE_MS);
    await Promise.all([client.call('GET /api/me'), client.call('GET /api/me')]);
    assert.deepEqual(reads, [KEY]);
  });

  it('reports what it could not read or write, and is asked again the next time', async (t) => {
    const { items, storage } = slowStorage();
    let isDown = true;
    const refuseWhenDown = async () => assert.ok(!isDown, 'down');
    const failing: TokenStorage = {
      getItem: async (key) => refuseWhenDown().then(() => storage.getItem(key)),
      setItem: async (key, value) => refuseWhenDown().then(() => storage.setItem(key, value)),
      removeItem: async (key) => refuseWhenDown().then(() => storage.removeItem(key)),
    };
    const { client, account } = await start(t, {}, { storage: failing });
    await assert.rejects(client.login(account), /down/);
    isDown = false;
    assert.equal(await codeOf(client.call('GET /api/me')), 'session_ended');
    await client.login(account);
    isDown = true;
    await assert.rejects(client.logout(), /down/);
    assert.equal(await codeOf(client.call('GET /api/me')), 'session_ended');
    assert.equal(items.size, 1);
  });

  it('does not wait for what another tab tells, which counts more than what was stored before', async () => {
    const { items, storage } = slowStorage(new Map([[KEY, 'of an earlier session']]));
    const { tokens, stored } = keepTokens(KEY, { ...storage, removeItem: () => Promise.reject(new Error('down')) });
    tokens.remember('of the other tab', false);
    assert.equal(await stored(tokens.remembered), 'of the other tab');
    assert.equal(items.get(KEY), 'of the other tab');
  });

  it('may be the one of the device, beside one that is not', async (t) => {
    const { items, storage: deviceStorage } = slowStorage();
    const { relay, storage, client, account } = await start(t, {}, { deviceStorage });
    await client.login(account, { keep: true });
    assert.deepEqual([items.size, storage.getItem(KEY)], [1, null]);
    assert.equal((await createClient({ url: relay.url, deviceStorage }).resume())?.id, account.id);
  });
});
