import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loggedInAdmin } from '../../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { sharedService } from '../../support/scenarios.ts';
import { verified } from '../../support/service.ts';

const DAY_MS = 86_400_000;

describeWhereDatabasesDiffer('the period of a list of audit events', (kind) => {
  const service = sharedService(kind);

  it('begins with its first millisecond and ends before its last, in whichever order events come', async () => {
    const { db, request, clock } = service();
    const { accessToken: token } = await loggedInAdmin(service());
    const { id } = await verified(service());
    const from = Math.floor(clock.nowMs() / DAY_MS) * DAY_MS - 10 * DAY_MS;
    const to = from + DAY_MS;
    const times = [from - 1, from, from + 1, to - 1, to, to + 1];
    const write = (ms: number) =>
      db.all(`INSERT INTO audit_events (happened_at, event, user_id) VALUES (at($1), 'exported', $2)`, [ms, id]);
    for (const ms of [...times, ...times.toReversed()]) await write(ms);

    const iso = (ms: number) => new Date(ms).toISOString();
    const day = iso(from).slice(0, 10);
    const expected = [from, from, from + 1, from + 1, to - 1, to - 1].map(iso);
    for (const period of [`from=${iso(from)}&to=${iso(to)}`, `from=${day}&to=${day}`]) {
      for (const filter of [`user=${id}&event=exported`, 'event=exported', '']) {
        const { data } = await request('GET', `/api/admin/audit?${period}&${filter}`, { token });
        assert.deepEqual(data.items.map(({ time }) => time).sort(), expected, `${period}&${filter}`);
      }
      const { text } = await request('GET', `/api/admin/audit/export?${period}`, { token });
      const lines = text.trim().split('\n');
      assert.deepEqual(lines.map((line) => JSON.parse(line).time).sort(), expected, 'in a file');
    }
  });
});
