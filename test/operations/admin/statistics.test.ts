import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { housekeepingStep } from '../../../src/app/housekeeping.ts';
import { addToStatistics, readStatistics } from '../../../src/store/tables/statistics.ts';
import { apiKeyOf, loggedInAdmin } from '../../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { removeUser } from '../../support/operator.ts';
import { createStore } from '../../support/raw-database.ts';
import { sharedService } from '../../support/scenarios.ts';
import { loggedIn, logIn, registered, type Session, verified } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;
const RETENTION = { auditKeptMs: 90 * DAY_MS, unverifiedKeptMs: 0 };
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

interface Statistics {
  readonly complete: boolean;
  readonly days: readonly Readonly<Record<string, number | string>>[];
  readonly totals: Readonly<
    Record<'accounts' | 'sessions' | 'inactive' | 'unverified' | 'emails_waiting' | 'emails_given_up', number>
  >;
}

describeWhereDatabasesDiffer('the statistics of the administration', (kind) => {
  const service = sharedService(kind, { MAX_FAILED_LOGINS: '2', TRUST_PROXY: '127.0.0.1' });
  let admin: Session;
  let key: string;

  const read = async (query = ''): Promise<Statistics> => {
    const answer = await service().request('GET', `/api/admin/statistics?${query}`, { token: key });
    assert.equal(answer.status, 200, answer.text);
    return answer.data;
  };
  const keepHouse = async () => {
    await service().clock.advance(61_000);
    while (await housekeepingStep(service().db, RETENTION));
  };
  const dayWith = (statistics: Statistics, day: string) => statistics.days.find((one) => one.day === day) ?? {};
  const fail = (email: string) => service().request('POST', '/api/login', { body: { email, password: 'Wrong-one-1' } });
  const atMidnight = async () => {
    const { clock } = service();
    await clock.advance(DAY_MS - (clock.nowMs() % DAY_MS) + 1000);
  };

  before(async () => {
    admin = await loggedInAdmin(service());
    key = await apiKeyOf(service(), admin, { scopes: ['statistics:read'], days: 300 });
    await atMidnight();
  });

  it('count a day at once, and the same when housekeeping has added it to the counters', async () => {
    const today = dayOf(service().clock.nowMs());
    const before = dayWith(await read(), today);
    const ada = await loggedIn(service());
    await logIn(service(), ada);
    await registered(service());
    for (const email of [ada.email, ada.email, 'nobody@example.com']) await fail(email);
    await service().emailsTo(ada.email);
    const gone = await verified(service());
    await logIn(service(), gone);
    await removeUser(service(), gone.id);
    const fresh = dayWith(await read(), today);
    const { emails_sent: sent, ...others } = fresh;
    assert.deepEqual(others, {
      day: today,
      registrations: 3,
      verifications: 2,
      logins: 3,
      failed_logins: 3,
      throttled: 1,
      second_factor_failures: 0,
      emails_given_up: 0,
      active_users: 2,
    });
    assert.ok(Number(sent) >= 3 + Number(before.emails_sent), 'verifications, at least');

    await keepHouse();
    const statistics = await read();
    assert.ok(statistics.complete);
    assert.deepEqual(dayWith(statistics, today), { ...fresh, emails_sent: dayWith(statistics, today).emails_sent });
    assert.deepEqual(await service().db.all('SELECT id FROM email_outcomes'), []);
    // As many as a plain count of the events that are kept, and of those that were aggregated.
    const [{ plain } = { plain: 0 }] = await service().db.all<{ plain: number }>(
      `SELECT (SELECT COUNT(*) FROM audit_events WHERE event = 'login_failed') + (SELECT COALESCE(SUM(events), 0) ` +
        'FROM audit_counts) AS plain',
    );
    assert.equal(Number(plain), 3);
  });

  it('begin a new day at midnight UTC, and keep the days before when their events are gone', async () => {
    await atMidnight();
    const { clock } = service();
    const yesterday = dayOf(clock.nowMs() - DAY_MS);
    const before = dayWith(await read(), yesterday);
    const ada = await loggedIn(service());
    assert.deepEqual(dayWith(await read(), yesterday), before);
    const today = dayOf(clock.nowMs());
    assert.equal(dayWith(await read(), today).logins, 1);
    await keepHouse();
    await clock.advance(100 * DAY_MS);
    await keepHouse();
    assert.equal(await service().db.one('SELECT id FROM audit_events WHERE user_id = $1', [ada.id]), undefined);
    const { days } = await read(`from=${yesterday}&to=${today}`);
    assert.deepEqual(
      days.map(({ day, logins, active_users }) => [day, logins, active_users]),
      [
        [yesterday, 3, 2],
        [today, 1, 1],
      ],
    );
  });

  it('are added exactly once by instances that keep house at the same time', async () => {
    await atMidnight();
    const { db, clock, database } = service();
    const today = Math.floor(clock.nowMs() / DAY_MS);
    const ada = await verified(service());
    for (let times = 0; times < 5; times += 1) await logIn(service(), ada);
    await clock.advance(61_000);
    const others = [db, database.open(), database.open()];
    for (let times = 0; times < 4; times += 1)
      await Promise.allSettled(others.map((one) => addToStatistics(createStore(one))));
    const [, second, third] = others;
    await Promise.all([second?.close(), third?.close()]);
    const counts = await db.all<{ name: string; events: number }>(
      `SELECT name, events FROM statistics WHERE day = $1 AND name IN ('logged_in', 'registered', 'active_users') ` +
        'ORDER BY name',
      [today],
    );
    assert.deepEqual(counts, [
      { name: 'active_users', events: 1 },
      { name: 'logged_in', events: 5 },
      { name: 'registered', events: 1 },
    ]);
    const { counts: again } = await readStatistics(db, today, today);
    assert.equal(again.find(({ name }) => name === 'logged_in')?.events, 5);
  });

  it('leave an event for later while one with a lower id may still be committed', async () => {
    await atMidnight();
    const { db, clock } = service();
    const today = dayOf(clock.nowMs());
    const ada = await loggedIn(service());
    await logIn(service(), ada);
    assert.equal(await addToStatistics(db), false);
    const folded = await db.one(`SELECT events FROM statistics WHERE day = $1 AND name = 'logged_in'`, [
      Math.floor(clock.nowMs() / DAY_MS),
    ]);
    assert.equal(folded, undefined);
    assert.equal(dayWith(await read(), today).logins, 2);
  });

  it('count whoever refreshes a session as active, once a day, whether or not they log in', async () => {
    const ada = await loggedIn(service());
    await atMidnight();
    const { clock } = service();
    for (let times = 0; times < 3; times += 1) {
      const { status } = await service().request('POST', '/api/refresh', { body: { refresh_token: ada.refreshToken } });
      assert.equal(status, 200);
    }
    const today = dayOf(clock.nowMs());
    const startedMs = clock.nowMs();
    while (dayWith(await read(), today).active_users !== 1) {
      assert.ok(clock.nowMs() < startedMs + 600_000, 'housekeeping writes them down');
      await clock.advance(20_000);
    }
    await logIn(service(), ada);
    assert.equal(dayWith(await read(), today).active_users, 1);
    await keepHouse();
    assert.equal(dayWith(await read(), today).active_users, 1);
    await clock.advance(3 * DAY_MS);
    await loggedIn(service());
    await keepHouse();
    await keepHouse();
    const kept = await service().db.all<{ user_id: number }>('SELECT user_id FROM active_users');
    assert.ok(!kept.some(({ user_id }) => user_id === ada.id), 'who was active is forgotten after two days');
    assert.equal(dayWith(await read(`from=${today}&to=${today}`), today).active_users, 1);
  });

  it('count whoever refreshes a session on two days as active on both', async () => {
    const ada = await loggedIn(service());
    const { clock } = service();
    const days: string[] = [];
    for (const _ of [1, 2]) {
      await atMidnight();
      days.push(dayOf(clock.nowMs()));
      await service().request('POST', '/api/refresh', { body: { refresh_token: ada.refreshToken } });
    }
    const activeOn = async (day: string) => dayWith(await read(), day).active_users;
    await until('both days are written down', async () => {
      await clock.advance(20_000);
      return (await activeOn(days[0] ?? '')) === 1 && (await activeOn(days[1] ?? '')) === 1;
    });
  });

  it('count each login and each active user once, also where days wait to be added in several steps', async () => {
    await atMidnight();
    const { db, clock } = service();
    const ada = await verified(service());
    await keepHouse();
    const [firstDay, perDay] = [clock.nowMs(), 2500];
    // More than one step takes, on each of three days, while no housekeeping runs.
    for (let day = 0; day < 3; day += 1) {
      await db.all(
        `INSERT INTO audit_events (happened_at, event, user_id)
          WITH RECURSIVE many (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM many WHERE number < ${perDay})
          SELECT at($2), 'logged_in', CAST($1 AS BIGINT) FROM many`,
        [ada.id, firstDay + day * DAY_MS + 3_600_000],
      );
    }
    await clock.advance(5 * DAY_MS);
    await keepHouse();
    const days = [0, 1, 2].map((day) => dayOf(firstDay + day * DAY_MS));
    const statistics = await read(`from=${days[0]}&to=${days[2]}`);
    assert.deepEqual(
      statistics.days.map(({ day, logins, active_users }) => [day, logins, active_users]),
      days.map((day) => [day, perDay, 1]),
    );
  });

  it('have the numbers of accounts, sessions and e-mails of now', async () => {
    await service().clock.advance(10 * 60_000);
    const { totals } = await read();
    await registered(service());
    await service().clock.advance(DAY_MS + 1000);
    const later = (await read()).totals;
    assert.equal(later.accounts, (totals.accounts ?? 0) + 1);
    assert.equal(later.unverified, (totals.unverified ?? 0) + 1);
    assert.equal(later.emails_given_up, 0);
    await loggedIn(service());
    await service().clock.advance(10 * 60_000);
    assert.equal((await read()).totals.sessions, (later.sessions ?? 0) + 1);
  });

  // Decided before the database is asked.
  if (kind === 'postgres') return;

  it('are refused for days that are none, or too many', async () => {
    for (const [query, field] of [
      ['from=2026-02-30', 'from'],
      ['from=2026-02-01&to=2026-01-01', 'from'],
      ['from=2020-01-01&to=2021-12-31', 'from'],
      ['to=tomorrow', 'to'],
    ]) {
      const answer = await service().request('GET', `/api/admin/statistics?${query}`, { token: key });
      assert.deepEqual([answer.status, answer.headers.get('x-error-field')], [400, field], query);
    }
  });
});
