import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, LatchkeyError } from '../../client/src/index.ts';
import { logIn, registration, startService, verificationToken, verified } from '../support/service.ts';
import { codeOf, KEY, MINUTE_MS, start } from './started-client.ts';

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
