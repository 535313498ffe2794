import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestDatabase, describeOnBothDatabases } from '../../support/databases.ts';
import type { RawDatabase } from '../../support/raw-database.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, logIn, type Service, startService, verified } from '../../support/service.ts';

const INVALID = [401, 'Invalid or expired refresh token'];

const refresh = ({ request }: Service, refresh_token: string) =>
  request('POST', '/api/refresh', { body: { refresh_token } });

/** The token to present next. */
async function next(service: Service, refreshToken: string): Promise<string> {
  const { status, data, text } = await refresh(service, refreshToken);
  assert.equal(status, 200, text);
  assert.ok(data.refresh_token);
  assert.equal((await service.request('GET', '/api/me', { token: data.access_token })).status, 200);
  return data.refresh_token;
}

async function refused(service: Service, refreshToken: string): Promise<void> {
  const { status, message } = await refresh(service, refreshToken);
  assert.deepEqual([status, message], INVALID, refreshToken);
}

/** The tokens of a session, each got with the one before. */
async function chain(service: Service, first: string, length: number): Promise<string[]> {
  const tokens = [first];
  while (tokens.length < length) tokens.push(await next(service, String(tokens.at(-1))));
  return tokens;
}

/** Of access tokens, in seconds. */
const LIFETIMES = { '1m': 60, '5m': 300, '15m': 900, '1h': 3600 };
/** When the thief refreshes, as a share of the time between two refreshes of the owner. */
const PHASES = [1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6];
const THEFTS = ['just before', 'just after'] as const;

describeOnBothDatabases('REFRESH_ROTATION=on, with a thief who takes turns with the owner', (kind) => {
  for (const [ACCESS_TOKEN_TTL, seconds] of Object.entries(LIFETIMES)) {
    const service = sharedService(kind, { REFRESH_ROTATION: 'on', SESSIONS: 'many', ACCESS_TOKEN_TTL });

    /** The number of refreshes of both until one is refused. */
    async function refreshesUntilFound(refreshToken: string, phase: number, theft: string): Promise<number> {
      const owners = await next(service(), refreshToken);
      const tokens = [owners, theft === 'just before' ? refreshToken : owners];
      for (let refreshes = 0; refreshes < 16; refreshes += 1) {
        const isThief = refreshes % 2 === 0;
        await service().clock.advance(seconds * 1000 * (isThief ? phase : 1 - phase));
        const { status, data } = await refresh(service(), tokens[Number(isThief)] ?? '');
        if (status === 401) {
          for (const token of tokens) await refused(service(), token);
          return refreshes + 1;
        }
        tokens[Number(isThief)] = data.refresh_token ?? '';
      }
      return Number.POSITIVE_INFINITY;
    }

    it(`finds out both at the second refresh, in every phase (ACCESS_TOKEN_TTL=${ACCESS_TOKEN_TTL})`, async () => {
      const account = await verified(service());
      for (const phase of PHASES) {
        for (const theft of THEFTS) {
          const { refresh_token } = (await logIn(service(), account)).data;
          const refreshes = await refreshesUntilFound(refresh_token, phase, theft);
          assert.ok(refreshes <= 2, `stolen ${theft} a refresh, phase ${phase}: ${refreshes}`);
        }
      }
      const found = await service().db.all("SELECT event FROM audit_events WHERE event = 'refresh_reused'");
      assert.equal(found.length, PHASES.length * THEFTS.length);
    });
  }
});

describeOnBothDatabases('REFRESH_ROTATION=on', (kind) => {
  const settings = { REFRESH_ROTATION: 'on', SESSIONS: 'many' };
  const service = sharedService(kind, settings);

  it('gives another refresh token each time, and the same one to whoever did not get the answer', async () => {
    const [first = '', second = '', third = ''] = await chain(service(), (await loggedIn(service())).refreshToken, 3);
    assert.equal(new Set([first, second, third]).size, 3);
    for (const _ of [1, 2]) assert.equal(await next(service(), second), third);
    const fourth = await next(service(), third);
    assert.equal(await next(service(), third), fourth);
  });

  it('answers the token before for a minute, then takes it for stolen, its successor used or not', async () => {
    const { id, refreshToken } = await loggedIn(service());
    const [first = '', second = ''] = await chain(service(), refreshToken, 2);
    await service().clock.advance(58_000);
    assert.equal(await next(service(), first), second);
    await service().clock.advance(4000);
    await refused(service(), first);
    await refused(service(), second);
    const events = `SELECT event FROM audit_events WHERE user_id = $1 AND event = 'refresh_reused'`;
    assert.equal((await service().db.all(events, [id])).length, 1);
  });

  it('never logs out three tabs that refresh at the same moment, hour after hour', async () => {
    let token = (await loggedIn(service())).refreshToken;
    for (let round = 0; round < 16; round += 1) {
      const successors = await Promise.all([token, token, token].map((one) => next(service(), one)));
      assert.equal(new Set(successors).size, 1, `round ${round}`);
      token = String(successors[0]);
      await service().clock.advance(15 * 60_000);
    }
  });

  it('has one successor for two requests of which one writes between the other’s read and write', async (t) => {
    const database = await createTestDatabase(t, kind);
    let meanwhile: (() => Promise<void>) | undefined;
    const open = () => {
      const db = database.open();
      const batch: RawDatabase['batch'] = async (statements) => {
        const isRotation = statements.some(({ sql }) => /^UPDATE refresh_tokens SET generation/.test(sql));
        const work = isRotation ? meanwhile : undefined;
        if (work) meanwhile = undefined;
        await work?.();
        return db.batch(statements);
      };
      return { ...db, batch };
    };
    const running = await startService(t, kind, settings, { ...database, open });
    let token = (await loggedIn(running)).refreshToken;
    for (const generation of [1, 2]) {
      const presented = token;
      let other: string | undefined;
      meanwhile = async () => {
        other = await next(running, presented);
      };
      token = await next(running, presented);
      assert.equal(token, other, `generation ${generation}`);
    }
  });

  it('ends the session when a token comes back that is two generations old, and tells the owner', async () => {
    const { id, email, password, refreshToken } = await loggedIn(service());
    const other = (await logIn(service(), { email, password })).data.refresh_token;
    const [first = '', second = '', third = '', current = ''] = await chain(service(), refreshToken, 4);
    const counted = () =>
      service()
        .counters()
        .find(({ name }) => name === 'latchkey_refresh_tokens_reused_total')?.samples;
    const [[, before = 0] = []] = counted() ?? [];
    for (const stolen of [second, first, third, current]) await refused(service(), stolen);
    assert.deepEqual(counted(), [['', before + 1]]);
    assert.equal(typeof (await next(service(), other)), 'string', 'the other device is not concerned');
    const events = await service().db.all(
      `SELECT address FROM audit_events WHERE user_id = $1 AND event = 'refresh_reused'`,
      [id],
    );
    assert.deepEqual(events, [{ address: '127.0.0.1' }]);
    const subjects = (await service().emailsTo(email)).map(({ subject }) => subject);
    assert.deepEqual(subjects.slice(1), ['We logged a device out of your Latchkey account']);
  });

  it('takes the random part of a token for the token of login, which is old by then', async () => {
    const tokens = await chain(service(), (await loggedIn(service())).refreshToken, 4);
    await refused(service(), String(tokens[3]?.split('.')[0]));
    await refused(service(), String(tokens[3]));
  });

  it('refuses tokens that it did not make, and the session goes on', async () => {
    const [, , current = ''] = await chain(service(), (await loggedIn(service())).refreshToken, 3);
    const [, , foreign = ''] = await chain(service(), (await loggedIn(service())).refreshToken, 3);
    const [random, generation, code] = current.split('.');
    for (const forged of [
      `${random}.${generation}.${foreign.split('.')[2]}`,
      `${random}.1.${code}`,
      `${random}.3.${code}`,
      `${random}.0.${code}`,
      `${random}.02.${code}`,
      `${random}.${generation}.`,
      `${random}.${generation}`,
      `${current}x`,
      `${random}.${generation}.${'é'.repeat(43)}`,
    ]) {
      await refused(service(), forged);
      const answer = await service().request('POST', '/api/logout', { body: { refresh_token: forged } });
      assert.deepEqual([answer.status, answer.message], [401, 'Invalid refresh token'], forged);
    }
    const successor = await next(service(), current);
    const { status } = await service().request('POST', '/api/logout', { body: { refresh_token: successor } });
    assert.equal(status, 200);
    await refused(service(), successor);
  });

  it('stores nothing from which a token could be made', async () => {
    const { id, refreshToken } = await loggedIn(service());
    const tokens = await chain(service(), refreshToken, 3);
    const rows = JSON.stringify(await service().db.all('SELECT * FROM refresh_tokens WHERE user_id = $1', [id]));
    for (const part of tokens.flatMap((token) => token.split('.')).filter((one) => one.length > 9)) {
      assert.ok(!rows.includes(part));
    }
  });

  it('is switched off and on without ending a session; old tokens stay old', async (t) => {
    const database = await createTestDatabase(t, kind);
    const start = (REFRESH_ROTATION: string) => startService(t, kind, { REFRESH_ROTATION }, database);
    let running = await start('off');
    const [kept, stolen] = [await loggedIn(running), await loggedIn(running)];
    assert.deepEqual(Object.keys((await refresh(running, kept.refreshToken)).data), ['access_token', 'user']);
    await running.stop();

    running = await start('on');
    const tokens = await chain(running, kept.refreshToken, 3);
    const others = await chain(running, stolen.refreshToken, 4);
    await running.stop();

    running = await start('off');
    for (const token of tokens.slice(1)) {
      const { status, data } = await refresh(running, token);
      assert.deepEqual([status, Object.keys(data)], [200, ['access_token', 'user']]);
    }
    await refused(running, String(others[0]));
    await refused(running, String(others[3]));
    await running.stop();

    running = await start('on');
    await chain(running, String(tokens[2]), 3);
  });
});
