import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { createDoctorSchedule } from '../../src/app/doctor-schedule.ts';
import { OPERATOR } from '../../src/cli/framework/operator.ts';
import { findingGauge } from '../../src/monitoring/finding-metrics.ts';
import { toPrometheusText } from '../../src/monitoring/prometheus-text.ts';
import { change, event } from '../../src/store/change.ts';
import { createTestTimers } from '../support/clock.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { parseMetrics } from '../support/metrics.ts';
import { loggedIn, type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DAY_SECONDS = 86_400;

describeOnBothDatabases('the metrics of what is wrong', (kind) => {
  const samplesOf = async (service: Service) => parseMetrics(toPrometheusText(await service.metrics()));

  it('tell how old the newest backup is, and without one how old the audit trail is', async (t) => {
    const service = await startService(t, kind);
    const days = async () =>
      Math.round(((await samplesOf(service)).get('latchkey_backup_age_seconds') ?? Number.NaN) / DAY_SECONDS);
    assert.equal(await days(), 0, 'there is nothing to be backed up');
    await loggedIn(service);
    await service.clock.advance(3 * DAY_SECONDS * 1000);
    assert.equal(await days(), 3);
    await service.db.commit(OPERATOR, change(event('backup_made', null), {}));
    assert.equal(await days(), 0);
    await service.clock.advance(DAY_SECONDS * 1000);
    assert.equal(await days(), 1);
  });

  it('have a sample for each check of /readyz, of which those that are not required leave it ready', async (t) => {
    const database = await createTestDatabase(t, kind);
    const service = await startService(t, kind, {}, database);
    const { id } = await loggedIn(service);
    await service.db.all("INSERT INTO totp (user_id, sealed) VALUES ($1, 'lost:AAAA')", [id]);
    await service.stop();
    const next = await startService(t, kind, {}, database);
    const samples = await samplesOf(next);
    const listing = await (await fetch(`${next.url}/readyz?verbose`)).text();
    const listed = [...listing.matchAll(/^\[(.)\](\S+)/gm)].map(([, mark, name]) => [name, mark === '+' ? 1 : 0]);
    assert.ok(listed.length > 6);
    assert.deepEqual(
      listed.map(([name]) => [name, samples.get(`latchkey_check_passed{check="${name}"}`)]),
      listed,
    );
    assert.deepEqual([samples.get('latchkey_check_passed{check="data-keys"}'), samples.get('latchkey_ready')], [0, 1]);
    await next.db.all('DELETE FROM schema_migrations WHERE version > 1');
    const failed = await samplesOf(next);
    assert.deepEqual([failed.get('latchkey_check_passed{check="schema"}'), failed.get('latchkey_ready')], [0, 0]);
  });
});

it('the doctor looks soon after the start and every hour, and again after it could not', async () => {
  const timers = createTestTimers({ standsStill: true });
  const lines: string[] = [];
  let looks = 0;
  const doctor = createDoctorSchedule(
    async () => {
      looks += 1;
      if (looks === 2) throw new Error('no thread');
      return { files: { fault: looks, warning: 0 } };
    },
    timers,
    pino({}, { write: (line) => void lines.push(line) }),
  );
  const found = () => findingGauge(doctor.counts()).samples;
  const stop = doctor.start();
  assert.deepEqual(found(), []);
  for (const [passedMs, faults] of [
    [5000, 1],
    [3_600_000, 1],
    [3_600_000, 3],
  ] as const) {
    const before = looks;
    timers.pass(passedMs);
    await until('it has looked', () => looks === before + 1 && timers.pending === 1);
    assert.deepEqual(found(), [
      ['{check="files",state="fault"}', faults],
      ['{check="files",state="warning"}', 0],
    ]);
  }
  assert.equal(lines.filter((line) => line.includes('no thread')).length, 1);
  stop();
  assert.equal(timers.pending, 0);
});
