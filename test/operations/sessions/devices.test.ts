import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bearerScenarios } from '../../support/bearer-scenarios.ts';
import type { Answer } from '../../support/client.ts';
import { createTestDatabase, describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import { runScenarios, sharedService } from '../../support/scenarios.ts';
import {
  type Account,
  claimsOf,
  loggedIn,
  logIn,
  resetToken,
  type Service,
  startService,
  verified,
} from '../../support/service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
  'Mobile/15E148 Safari/604.1';

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly sid: string;
}

async function logInFrom(service: Service, { email, password }: Account, userAgent = FIREFOX): Promise<Tokens> {
  const headers = { 'user-agent': userAgent };
  const { data } = await service.request('POST', '/api/login', { body: { email, password }, headers });
  const { access_token: token, refresh_token: refreshToken } = data;
  return { token, refreshToken, sid: claimsOf(token).sid ?? '' };
}

const refresh = ({ request }: Service, { refreshToken }: Pick<Tokens, 'refreshToken'>): Promise<Answer> =>
  request('POST', '/api/refresh', { body: { refresh_token: refreshToken } });

const list = async ({ request }: Service, { token }: Pick<Tokens, 'token'>) => {
  const { status, data } = await request('GET', '/api/me/sessions', { token });
  assert.equal(status, 200);
  return data.map(({ id, current, device, address, ways }) => ({ id: String(id), current, device, address, ways }));
};

const eventsOf = async ({ db }: Service, { id }: Account, event: string) =>
  db.all<{ address: string | null; actor: string | null }>(
    'SELECT address, actor FROM audit_events WHERE user_id = $1 AND event = $2 ORDER BY id',
    [id, event],
  );

describeOnBothDatabases('SESSIONS=many', (kind) => {
  const service = sharedService(kind, { SESSIONS: 'many' });

  it('lists the devices of an account under names that people know, and which one asks', async () => {
    const account = await verified(service());
    const [desk, phone] = [await logInFrom(service(), account), await logInFrom(service(), account, IPHONE)];
    const other = { address: '127.0.0.1', ways: ['pwd'] };
    const entries = [
      { id: phone.sid, current: true, device: 'Safari on iPhone', ...other },
      { id: desk.sid, current: false, device: 'Firefox on Windows', ...other },
    ];
    assert.deepEqual(await list(service(), phone), entries);
    const { text, data } = await service().request('GET', '/api/me/sessions', { token: desk.token });
    assert.deepEqual(
      data.map(({ current }) => current),
      [false, true],
    );
    for (const { created_at, last_used_at } of data) {
      for (const time of [created_at, last_used_at]) assert.ok(Date.parse(String(time)) <= service().clock.nowMs());
    }
    for (const secret of [desk, phone]) assert.ok(!text.includes(secret.refreshToken));
  });

  it('ends one session: the others live, and the one is not there a second time', async () => {
    const account = await verified(service());
    const devices = [];
    for (let device = 0; device < 20; device += 1) devices.push(await logInFrom(service(), account));
    const [mine, lost, ...rest] = devices as [Tokens, Tokens, ...Tokens[]];
    const end = () => service().request('DELETE', `/api/me/sessions/${lost.sid}`, { token: mine.token });
    const ended = await end();
    assert.deepEqual([ended.status, ended.message, ended.data], [200, 'Session ended', {}]);
    assert.equal((await refresh(service(), lost)).status, 401);
    for (const device of [mine, ...rest]) assert.equal((await refresh(service(), device)).status, 200);
    assert.deepEqual((await list(service(), mine)).map(({ id }) => id).includes(lost.sid), false);
    assert.equal((await end()).headers.get('x-error-code'), 'session_not_found');
    assert.deepEqual(await eventsOf(service(), account, 'session_ended'), [{ address: '127.0.0.1', actor: null }]);
    const own = await service().request('DELETE', `/api/me/sessions/${mine.sid}`, { token: mine.token });
    assert.equal(own.status, 200, 'the own session can be ended too');
  });

  it('ends all others', async () => {
    const account = await verified(service());
    const [one, mine, two] = [
      await logInFrom(service(), account),
      await logInFrom(service(), account),
      await logInFrom(service(), account),
    ];
    const endOthers = () => service().request('POST', '/api/me/sessions/end-others', { token: mine.token });
    const answer = await endOthers();
    assert.deepEqual([answer.status, answer.message, answer.data], [200, 'Other sessions ended', { ended: 2 }]);
    for (const device of [one, two]) assert.equal((await refresh(service(), device)).status, 401);
    assert.equal((await refresh(service(), mine)).status, 200);
    assert.deepEqual((await endOthers()).data, { ended: 0 });
    assert.equal((await eventsOf(service(), account, 'session_ended')).length, 1, 'nothing ended, nothing recorded');
  });

  it('finds no session of somebody else, and none that does not exist', async () => {
    const [mine, theirs] = [await loggedIn(service()), await loggedIn(service())];
    for (const id of [claimsOf(theirs.accessToken).sid, 'x', '%00', "' OR 1=1", 'a'.repeat(400)]) {
      const path = `/api/me/sessions/${encodeURIComponent(String(id))}`;
      const answer = await service().request('DELETE', path, { token: mine.accessToken });
      assert.deepEqual([answer.status, answer.message], [404, 'Session not found'], path);
    }
    assert.equal((await refresh(service(), theirs)).status, 200);
  });

  it('asks for a recent login before it ends a session, not before it lists them', async () => {
    const account = await verified(service());
    const mine = await logInFrom(service(), account);
    await service().clock.advance(11 * MINUTE_MS);
    const paths = [
      `DELETE /api/me/sessions/${mine.sid}`,
      'DELETE /api/me/sessions/x',
      'POST /api/me/sessions/end-others',
    ];
    for (const [method = '', path = ''] of paths.map((one) => one.split(' '))) {
      const answer = await service().request(method, path, { token: mine.token });
      assert.deepEqual([answer.status, answer.headers.get('x-error-code')], [401, 'fresh_login_required']);
    }
    assert.equal((await list(service(), mine)).length, 1);
    assert.equal((await refresh(service(), mine)).status, 200);
  });

  it('ends all sessions with a new password, a reset and a suspension; a logout ends its own', async () => {
    const account = await verified(service());
    const begin = async () => [await logInFrom(service(), account), await logInFrom(service(), account)] as const;
    const dead = async (...devices: readonly Tokens[]) => {
      for (const device of devices) assert.equal((await refresh(service(), device)).status, 401);
    };
    const [first, second] = await begin();
    await service().request('POST', '/api/logout', { body: { refresh_token: first.refreshToken } });
    await dead(first);
    assert.equal((await refresh(service(), second)).status, 200);
    const { token } = second;
    const body = { current_password: account.password, new_password: account.password };
    assert.equal((await service().request('POST', '/api/change-password', { token, body })).status, 200);
    await dead(second);
    const beforeReset = await begin();
    const reset = { token: await resetToken(service(), account.email), body: { new_password: account.password } };
    assert.equal((await service().request('POST', '/api/reset-password', reset)).status, 200);
    await dead(...beforeReset);
    const beforeSuspension = await begin();
    await suspend(service(), account.email);
    await dead(...beforeSuspension);
    const { status } = await service().request('GET', '/api/me/sessions', { token: beforeSuspension[0].token });
    assert.equal(status, 403);
  });

  it('keeps at most MAX_SESSIONS, those used last, also when 20 log in at once', async () => {
    const account = await verified(service());
    const rows = async () =>
      (await service().db.all('SELECT id FROM refresh_tokens WHERE user_id = $1', [account.id])).length;
    const [old, unused] = [await logInFrom(service(), account), await logInFrom(service(), account)];
    await service().clock.advance(6 * MINUTE_MS);
    assert.equal((await refresh(service(), old)).status, 200);
    for (let more = 0; more < 19; more += 1) await logInFrom(service(), account);
    assert.equal(await rows(), 20);
    assert.equal((await refresh(service(), old)).status, 200, 'it was used since');
    assert.equal((await refresh(service(), unused)).status, 401);

    const logins = await Promise.all(Array.from({ length: 20 }, () => logInFrom(service(), account)));
    assert.equal(await rows(), 20);
    const answers = await Promise.all(logins.map((one) => refresh(service(), one)));
    assert.ok(answers.filter(({ status }) => status === 200).length >= 1);
  });

  it('lasts while it is used, and 90 days in all', async () => {
    const account = await verified(service());
    const [used, unused] = [await logInFrom(service(), account), await logInFrom(service(), account)];
    for (let day = 0; day < 90; day += 6) {
      assert.equal((await refresh(service(), used)).status, 200, `day ${day}`);
      if (day === 12) assert.equal((await refresh(service(), unused)).status, 401);
      await service().clock.advance(6 * DAY_MS - (day === 84 ? 60_000 : 0));
    }
    assert.equal((await refresh(service(), used)).status, 200);
    await service().clock.advance(60_000);
    assert.equal((await refresh(service(), used)).status, 401, 'however often it was used');
  });

  it('writes down that a session was used every five minutes at most, and never for GET /api/me', async () => {
    const account = await verified(service());
    const { refreshToken, token } = await logInFrom(service(), account);
    const lastUsed = async () =>
      (
        await service().db.one<{ at: number }>('SELECT last_used_at AS at FROM refresh_tokens WHERE user_id = $1', [
          account.id,
        ])
      )?.at;
    const begun = await lastUsed();
    const use = async () => {
      assert.equal((await refresh(service(), { refreshToken })).status, 200);
      await service().request('GET', '/api/me', { token });
    };
    await service().clock.advance(5 * MINUTE_MS - 60_000);
    await use();
    assert.equal(await lastUsed(), begun);
    await service().clock.advance(60_000);
    await service().request('GET', '/api/me', { token });
    assert.equal(await lastUsed(), begun);
    await use();
    assert.ok(Number(await lastUsed()) >= Number(begun) + 5 * MINUTE_MS);
  });
});

describeOnBothDatabases('SESSIONS=single', (kind) => {
  it('lists the one session, without a time of use, since no refresh is written down', async (t) => {
    const service = await startService(t, kind);
    const account = await verified(service);
    await logInFrom(service, account, IPHONE);
    const mine = await logInFrom(service, account);
    assert.deepEqual(
      (await list(service, mine)).map(({ id, device }) => [id, device]),
      [[mine.sid, 'Firefox on Windows']],
    );
    const { data } = await service.request('GET', '/api/me/sessions', { token: mine.token });
    assert.equal(data[0]?.last_used_at, null);
    assert.equal((await service.request('DELETE', `/api/me/sessions/${mine.sid}`, { token: mine.token })).status, 200);
    assert.equal((await refresh(service, mine)).status, 401);
  });

  it('after SESSIONS=many keeps the latest login of each user; back again, nobody loses a session', async (t) => {
    const database = await createTestDatabase(t, kind);
    const start = (SESSIONS: string) => startService(t, kind, { SESSIONS }, database);
    let service = await start('single');
    const [ada, eve, alone] = [await verified(service), await verified(service), await verified(service)];
    const before = await logInFrom(service, alone);
    await service.stop();

    service = await start('many');
    assert.equal((await refresh(service, before)).status, 200);
    const old = await logInFrom(service, ada);
    await service.clock.advance(6 * MINUTE_MS);
    const [latest, first, second] = [
      await logInFrom(service, ada),
      await logInFrom(service, eve),
      await logInFrom(service, eve),
    ];
    assert.equal((await refresh(service, old)).status, 200, 'used last, but it is not the latest login');
    await service.stop();

    service = await start('single');
    const alive = async (...devices: readonly Tokens[]) =>
      Promise.all(devices.map(async (device) => (await refresh(service, device)).status === 200));
    assert.deepEqual(await alive(before, old, latest, first, second), [true, false, true, false, true]);
    assert.deepEqual(await eventsOf(service, ada, 'session_ended'), [{ address: null, actor: 'SESSIONS=single' }]);
    assert.deepEqual(await service.db.all('SELECT DISTINCT slot FROM refresh_tokens'), [{ slot: 0 }]);
    await service.stop();

    service = await start('many');
    assert.deepEqual(await alive(before, latest, second), [true, true, true]);
    const more = await logInFrom(service, ada);
    assert.deepEqual(await alive(latest, more), [true, true]);
    // An instance that still has SESSIONS=many may begin sessions after this one has started.
    const single = await startService(t, kind, { SESSIONS: 'single' }, database);
    const meanwhile = await logInFrom(service, ada);
    const last = await logInFrom(single, ada);
    assert.deepEqual(await alive(more, meanwhile, last), [false, false, true]);
  });
});

describe('a session of many that may go unused', () => {
  for (const idleMinutes of [2, 30, 24 * 60]) {
    it(`for ${idleMinutes} minutes lasts while it is used a little more often, and ends when it is not`, async (t) => {
      const settings = { SESSIONS: 'many', ACCESS_TOKEN_TTL: '1m', REFRESH_TOKEN_TTL: `${idleMinutes}m` };
      const service = await startService(t, 'sqlite', settings);
      const session = await logInFrom(service, await verified(service));
      for (let use = 1; use <= 4; use += 1) {
        await service.clock.advance(0.85 * idleMinutes * MINUTE_MS);
        assert.equal((await refresh(service, session)).status, 200, `use ${use}`);
        // Soon after a use that was written down, one that perhaps is not.
        await service.clock.advance(0.08 * idleMinutes * MINUTE_MS);
        assert.equal((await refresh(service, session)).status, 200, `soon after use ${use}`);
      }
      await service.clock.advance(1.01 * idleMinutes * MINUTE_MS);
      assert.equal((await refresh(service, session)).status, 401);
    });
  }
});

describe('the operations of sessions', () => {
  const service = sharedService('sqlite', { SESSIONS: 'many' });
  const scenarios = bearerScenarios<undefined>({ wrongPurpose: 401 });
  runScenarios(service, ['POST', '/api/me/sessions/end-others'], async () => undefined, scenarios);

  it('need an access token', async () => {
    for (const [method, path] of [
      ['GET', '/api/me/sessions'],
      ['DELETE', '/api/me/sessions/x'],
    ] as const) {
      assert.equal((await service().request(method, path)).headers.get('x-error-code'), 'bearer_token_required');
    }
  });

  it('names only devices that it knows, whatever a user agent says', async () => {
    const account = await verified(service());
    for (const [userAgent, device] of [
      ['', null],
      ['curl/8.14.1', 'curl'],
      ['Example/3.1 CFNetwork/1490 Darwin/24.0', 'Example'],
      ['<b>Bank</b>/3 (x)', null],
      ['Mozilla/5.0 (Your bank, call 555-1234) Something/3 x', null],
      ['x'.repeat(5000), null],
      [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
        'Chrome on Linux',
      ],
      [
        'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile ' +
          'Safari/537.36',
        'Chrome on Android',
      ],
    ] as const) {
      const mine = await logInFrom(service(), account, userAgent);
      assert.equal((await list(service(), mine)).find(({ current }) => current)?.device, device, userAgent);
    }
    await logIn(service(), account);
  });
});
