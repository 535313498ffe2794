import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditCommand } from '../../src/cli/audit.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createStore } from '../support/raw-database.ts';

const HOUR_MS = 3_600_000;

/** The columns of an event, those of the hour that counted it, and how it is named. */
const EVENTS: readonly [count: number, subject: string | null, name: string | null, printed: string][] = [
  [1, null, null, 'profile_changed'],
  [3, null, null, 'profile_changed x3'],
  [1, 'profile:email', null, 'profile_changed profile:email'],
  [2, 'key:1', 'Phone', 'profile_changed x2 key:1 Phone'],
];
/** Events without an account, counted by hour: one is a count, too. */
const COUNTS: readonly [events: number, printed: string][] = [
  [1, 'reset_asked x1'],
  [7, 'reset_asked x7'],
];

describe('latchkey audit', () => {
  it('names each event with how often it happened and what it is about', async (t) => {
    const { open, clock } = await createTestDatabase(t, 'sqlite');
    const db = createStore(open());
    t.after(() => db.close());
    for (const [count, subject, name] of EVENTS)
      await db.all(
        `INSERT INTO audit_events (happened_at, event, user_id, count, subject, subject_name)
          VALUES (now(), 'profile_changed', 1, $1, $2, $3)`,
        [count, subject, name],
      );
    const hour = Math.floor(clock.nowMs() / HOUR_MS) - 2;
    for (const [at, [events]] of COUNTS.entries())
      await db.all('INSERT INTO audit_counts (hour, event, network, events) VALUES ($1, $2, $3, $4)', [
        hour + at,
        'reset_asked',
        '192.0.2.1',
        events,
      ]);
    const lines: string[] = [];
    await auditCommand(db, [], (line) => void lines.push(line));
    const named = lines.slice(1).map((line) => line.split('\t')[1]);
    assert.deepEqual(named, [...COUNTS.map(([, printed]) => printed), ...EVENTS.map(([, , , printed]) => printed)]);
  });
});
