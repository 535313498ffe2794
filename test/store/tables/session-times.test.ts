import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as sessions from '../../../src/store/tables/sessions.ts';
import { hashRefreshToken } from '../../../src/tokens/refresh-token.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { logIn, startService, verified } from '../../support/service.ts';

const DAY_MS = 86_400_000;
const [IDLE_DAYS, LIFETIME_DAYS] = [10, 30];

/** Days from the beginning of a session until its use, and until its end as that use leaves it. */
const ROWS = [
  { used: 0, ends: 10 },
  { used: 8, ends: 18 },
  { used: 20, ends: 30 },
  { used: 25, ends: 30 },
];

describeWhereDatabasesDiffer('a session that is used', (kind) => {
  for (const [begun, forget] of [
    ['with SESSIONS=many', 'SELECT 1 AS one'],
    ['with SESSIONS=single, which notes no end', 'UPDATE refresh_tokens SET ends_at = NULL'],
  ] as const) {
    it(`goes on, and ends with its lifetime in any case: begun ${begun}`, async (t) => {
      const service = await startService(t, kind, { SESSIONS: 'many', SESSION_LIFETIME: `${LIFETIME_DAYS}d` });
      const { db, clock } = service;
      const { data } = await logIn(service, await verified(service));
      const timeOf = async (column: string) =>
        (await db.one<{ at: number }>(`SELECT ${column} AS at FROM refresh_tokens`))?.at ?? Number.NaN;
      const begunAtMs = await timeOf('created_at');
      let day = 0;
      for (const { used, ends } of ROWS) {
        await clock.jump((used - day) * DAY_MS);
        day = used;
        await db.all(forget);
        const hash = hashRefreshToken(data.refresh_token);
        await db.batch([sessions.prolong(hash, IDLE_DAYS * DAY_MS, LIFETIME_DAYS * DAY_MS)]);
        const lastsMs = (await timeOf('expires_at')) - begunAtMs;
        assert.equal(Math.round(lastsMs / DAY_MS), ends, `used on day ${used}`);
      }
    });
  }

  it('stays rather than one that was used before it, though it ends sooner', async (t) => {
    const settings = { SESSIONS: 'many', MAX_SESSIONS: '2', REFRESH_TOKEN_TTL: `${IDLE_DAYS}d` };
    const service = await startService(t, kind, { ...settings, SESSION_LIFETIME: `${LIFETIME_DAYS}d` });
    const account = await verified(service);
    const begin = async () => (await logIn(service, account)).data.refresh_token;
    const use = async (refresh_token: string) =>
      (await service.request('POST', '/api/refresh', { body: { refresh_token } })).status;
    const days = (count: number) => service.clock.jump(count * DAY_MS);
    const old = await begin();
    for (const gap of [9, 9, 8]) {
      await days(gap);
      assert.equal(await use(old), 200);
    }
    const newer = await begin();
    await days(1);
    assert.equal(await use(old), 200);
    await days(1);
    const newest = await begin();
    assert.deepEqual([await use(old), await use(newer), await use(newest)], [200, 401, 200]);
  });

  it('is recorded as ended by the next ones if it was alive, not if it had run out', async (t) => {
    const settings = { SESSIONS: 'many', MAX_SESSIONS: '2', REFRESH_TOKEN_TTL: `${IDLE_DAYS}d` };
    const service = await startService(t, kind, settings);
    const account = await verified(service);
    const ended = () => service.db.all("SELECT count FROM audit_events WHERE event = 'session_ended'");
    for (const _ of [1, 2]) await logIn(service, account);
    await service.clock.jump((IDLE_DAYS + 1) * DAY_MS);
    for (const _ of [1, 2]) await logIn(service, account);
    assert.deepEqual(await ended(), []);
    await logIn(service, account);
    assert.deepEqual(await ended(), [{ count: 1 }]);
  });
});
