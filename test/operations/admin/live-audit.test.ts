import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { usersCommand } from '../../../src/cli/users.ts';
import { HEARTBEAT_MS } from '../../../src/store/audit/live.ts';
import { createAuditPoll } from '../../../src/store/audit/tail.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, type Service, startService, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

interface Line {
  readonly type: string;
  readonly event?: string;
  readonly email?: string;
  readonly reason?: string;
}

const FIVE = [1, 2, 3, 4, 5];

/** Follows the trail until the test ends or the service ends it. The first line has come. */
async function follow(t: TestContext, service: Service, token: string, query = '') {
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  const response = await fetch(`${service.url}/api/admin/audit/live?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/jsonl/);
  // nginx would keep the lines back until they fill a buffer.
  assert.equal(response.headers.get('x-accel-buffering'), 'no');
  const lines: Line[] = [];
  let hasEnded = false;
  const read = async () => {
    let rest = '';
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.map((part): Line => JSON.parse(part)));
    }
    hasEnded = true;
  };
  read().catch(() => {});
  await until('it says that it follows', () => lines.length > 0);
  const events = () => lines.filter(({ type }) => type === 'event');
  return { lines, events, hasEnded: () => hasEnded, leave: () => leaving.abort() };
}

describeOnBothDatabases('following the audit trail', (kind) => {
  const service = sharedService(kind);

  it('sees events as they happen, those of other instances too, and only what was asked for', async (t) => {
    const { accessToken } = await loggedInAdmin(service());
    const [all, logins] = [
      await follow(t, service(), accessToken),
      await follow(t, service(), accessToken, 'event=logged_in'),
    ];
    const other = await startService(t, kind, {}, service().database);
    const { email } = await loggedIn(other);
    await until('the login has come', () => logins.events().length === 1);
    await until('all have come', () => all.events().length >= 3);
    assert.deepEqual(
      all.events().map((line) => [line.event, line.email]),
      ['registered', 'verified', 'logged_in'].map((event) => [event, email]),
    );
    assert.deepEqual(
      logins.events().map((line) => line.event),
      ['logged_in'],
    );
  });

  it('ends when the session ends, the account is suspended or demoted, or the key revoked', async (t) => {
    const [loggedOut, suspended, demoted, maker] = await Promise.all([1, 2, 3, 4].map(() => loggedInAdmin(service())));
    assert.ok(loggedOut && suspended && demoted && maker);
    const key = await apiKeyOf(service(), maker, { scopes: ['audit:read'] });
    const tokens = [loggedOut.accessToken, suspended.accessToken, demoted.accessToken, key];
    const ending = await Promise.all(tokens.map((token) => follow(t, service(), token)));
    const staying = await follow(t, service(), maker.accessToken);
    await service().request('POST', '/api/logout', { body: { refresh_token: loggedOut.refreshToken } });
    await suspend(service(), suspended.email);
    await usersCommand(service().db, ['demote', demoted.email], () => {});
    await service().request('DELETE', `/api/admin/api-keys/${key.split('_')[1]}`, { token: maker.accessToken });
    await service().clock.advance(HEARTBEAT_MS);
    await until('they have ended', () => ending.every(({ hasEnded }) => hasEnded()));
    for (const { lines } of ending) assert.deepEqual(lines.at(-1), { type: 'end', reason: 'not_allowed' });
    await until('a heartbeat', () => staying.lines.filter(({ type }) => type === 'heartbeat').length >= 2);
    assert.ok(!staying.hasEnded());
  });

  // Who follows is counted by the process, whatever the database.
  if (kind === 'postgres') return;

  it('is for five at a time of one administrator or API key, and leaves the other places to others', async (t) => {
    const [greedy, other] = [await loggedInAdmin(service()), await loggedInAdmin(service())];
    const key = await apiKeyOf(service(), greedy, { scopes: ['audit:read'] });
    const asking = (token: string) => service().request('GET', '/api/admin/audit/live', { token });
    for (const token of [greedy.accessToken, key]) {
      const following = await Promise.all(FIVE.map(() => follow(t, service(), token)));
      const refused = await asking(token);
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '15']);
      assert.equal(refused.headers.get('x-error-code'), 'overloaded');
      following[0]?.leave();
      await until(
        'the place is free again',
        async () => (await follow(t, service(), token).catch(() => undefined)) !== undefined,
      );
    }
    await follow(t, service(), other.accessToken);
  });

  it('is for fifty at a time, and ends at once when the service stops', async (t) => {
    const own = await startService(t, kind);
    const { accessToken: token } = await loggedInAdmin(own);
    const tokens = await Promise.all(Array.from({ length: 10 }, async () => (await loggedInAdmin(own)).accessToken));
    const following = await Promise.all(tokens.flatMap((one) => FIVE.map(() => follow(t, own, one))));
    const refused = await own.request('GET', '/api/admin/audit/live', { token });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '15']);
    following.pop()?.leave();
    await until('there is a place again', async () => {
      const answer = await own.request('GET', '/api/admin/audit/live', { token });
      return answer.status === 200;
    });
    // Idle connections of this client use up the time to drain; those of the listeners must not.
    let hasStopped = false;
    const stopped = own.stop({ noticeMs: 0, drainMs: 3000 }).then(() => {
      hasStopped = true;
    });
    await until('all have ended', () => following.every(({ hasEnded }) => hasEnded()));
    assert.ok(!hasStopped);
    assert.ok(following.every(({ lines }) => lines.at(-1)?.reason === 'shutdown'));
    await stopped;
  });
});

describeOnBothDatabases('the end of the audit trail', (kind) => {
  it('loses no event whose id was given out before, and committed after, those of others', async (t) => {
    const service = await startService(t, kind);
    const { id } = await verified(service);
    const insert = (eventId: number) =>
      service.db.all(
        'INSERT INTO audit_events (id, happened_at, event, user_id) ' +
          `${kind === 'postgres' ? 'OVERRIDING SYSTEM VALUE ' : ''}VALUES ($1, now(), 'logged_in', $2)`,
        [eventId, id],
      );
    let nowMs = 0;
    await insert(1000);
    await insert(1002);
    const tail = createAuditPoll(service.db, () => nowMs);
    await tail.start();
    const next = async () => (await tail.next()).map((row) => row.id);
    await insert(1001);
    await insert(1005);
    assert.deepEqual(await next(), [1001, 1005]);
    await insert(1004);
    await insert(1006);
    assert.deepEqual(await next(), [1004, 1006]);
    assert.deepEqual(await next(), []);
    nowMs += 61_000;
    await next();
    await insert(1003);
    assert.deepEqual(await next(), [], 'an id that is missing for a minute was never committed');
  });
});
