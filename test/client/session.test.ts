import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type ClientOptions, createClient, LatchkeyError, memoryStorage } from '../../client/src/index.ts';
import { logIn, registration, type Service, startService, verificationToken, verified } from '../support/service.ts';
import { startRelay } from './relay.ts';

const MINUTE_MS = 60_000;
const KEY = 'latchkey.refresh-token';

async function start(t: TestContext, settings: Record<string, string> = {}, options: ClientOptions = {}) {
  const service = await startService(t, 'sqlite', settings);
  const relay = await startRelay(t, service.url);
  const storage = memoryStorage();
  const client = createClient({ url: relay.url, storage, ...options });
  const account = await verified(service);
  const count = (route: string) => relay.seen.filter((one) => one === route).length;
  return { service, relay, storage, client, account, count };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => {
      assert.ok(error instanceof LatchkeyError, String(error));
      return error.code;
    },
  );

describe('a session of the client', () => {
  it('goes from registration to logout', async (t) => {
    const service = await startService(t, 'sqlite');
    const client = createClient({ url: `${service.url}/` });
    const body = registration();
    assert.equal(await codeOf(client.call('GET /api/me')), 'session_ended');
    const { data: created, status } = await client.call('POST /api/register', { body });
    assert.equal(status, 201);
    const token = await verificationToken(service, created.email);
    await client.call('POST /api/verify', { token });
    const { data } = await client.login({ email: body.email, password: body.password });
    assert.equal(data.user.id, created.id);
    assert.equal((await client.call('GET /api/me')).data.email, created.email);
    const ended: string[] = [];
    client.on('ended', (reason) => ended.push(reason));
    await client.logout();
    assert.deepEqual(ended, ['loggedOut']);
    assert.equal(await codeOf(client.call('GET /api/me')), 'session_ended');
    const { status: refreshed } = await service.request('POST', '/api/refresh', {
      body: { refresh_token: data.refresh_token },
    });
    assert.equal(refreshed, 401);
  });

  it('tells of a refusal all that there is to know', async (t) => {
    const { client, relay, account } = await start(t);
    const refused = await client.login({ email: account.email, password: 'Wrong1234' }).catch((error) => error);
    assert.ok(refused instanceof LatchkeyError);
    assert.deepEqual([refused.code, refused.status, refused.field], ['invalid_credentials', 401, undefined]);
    assert.match(refused.requestId ?? '', /./);
    const wrong = registration({ email: 'no address' });
    const invalid = await client.call('POST /api/register', { body: wrong }).catch((error) => error);
    assert.deepEqual([invalid.code, invalid.field], ['invalid_email', 'email']);
    relay.answerNext(1, 429, { 'x-error-code': 'too_many_attempts', 'retry-after': '90', 'x-error-reason': 'address' });
    const later = await client.login(account).catch((error) => error);
    assert.deepEqual([later.code, later.retryAfter, later.reason], ['too_many_attempts', 90, 'address']);
    const away = createClient({ url: 'http://127.0.0.1:1' });
    assert.equal(await codeOf(away.login(account)), 'unreachable');
  });

  it('is renewed once for all who ask, when the access token has run out', async (t) => {
    const { service, client, account, count } = await start(t);
    await client.login(account);
    await service.clock.jump(16 * MINUTE_MS);
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.call('GET /api/me')));
    assert.deepEqual(
      answers.map(({ data }) => data.id),
      Array(4).fill(account.id),
    );
    assert.equal(count('POST /api/refresh'), 1);
  });

  it('goes by the clock of the service, however wrong that of the device is', async (t) => {
    for (const hours of [-30, 30]) {
      const { service, client, count } = await start(t);
      await service.clock.jump(hours * 60 * MINUTE_MS);
      await client.login(await verified(service));
      await client.call('GET /api/me');
      await client.call('GET /api/me');
      assert.equal(count('POST /api/refresh'), 0, `${hours} hours`);
    }
  });

  it('adopts rotated tokens, and goes on from what is remembered', async (t) => {
    const { service, relay, client, storage, account } = await start(t, { REFRESH_ROTATION: 'on' });
    const { data } = await client.login(account);
    await service.clock.jump(16 * MINUTE_MS);
    await client.call('GET /api/me');
    const rotated = storage.getItem(KEY) ?? '';
    assert.match(rotated, /\.1\./);
    assert.notEqual(rotated, data.refresh_token);
    const later = createClient({ url: relay.url, storage });
    assert.equal((await later.resume())?.id, account.id);
    assert.match(storage.getItem(KEY) ?? '', /\.[12]\./);
  });

  it('ends when the service has ended it, and says why', async (t) => {
    const { service, client, account } = await start(t);
    await client.login(account);
    const ended: string[] = [];
    const stop = client.on('ended', (reason) => ended.push(reason));
    await logIn(service, account);
    await service.clock.jump(16 * MINUTE_MS);
    assert.equal(await codeOf(client.call('GET /api/me')), 'session_ended');
    assert.deepEqual(ended, ['sessionEnded']);
    stop();
    await client.login(account);
    await client.logout();
    assert.equal(ended.length, 1, 'a listener that was taken off hears nothing');
  });

  it('is kept while the service is away, and is that of one user alone', async (t) => {
    const { service, relay, client, storage, account } = await start(t);
    const other = createClient({ url: service.url });
    const eve = await verified(service);
    await client.login(account);
    await other.login(eve);
    assert.equal((await client.call('GET /api/me')).data.id, account.id);
    assert.equal((await other.call('GET /api/me')).data.id, eve.id);
    const later = createClient({ url: relay.url, storage });
    relay.answerNext(1, 500, { 'x-error-code': 'internal_error' });
    assert.equal(await codeOf(later.resume()), 'internal_error');
    assert.equal((await later.resume())?.id, account.id);
  });
});

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
    setTimeout(() => stopping.abort(), 100);
    assert.equal(await asked, 'overloaded');
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
