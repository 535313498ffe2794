import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Actor, byOwner, KEPT, type RecordedEvent, withoutAddress } from '../../src/store/audit/record.ts';
import { change, type EventToRecord, event, unrecorded } from '../../src/store/change.ts';
import { retryOnConflict } from '../../src/store/commit.ts';
import { Conflict, list, orThrow, required, statement } from '../../src/store/engine/database.ts';
import { createTestDatabase } from '../support/databases.ts';
import { insertUser } from '../support/insert-user.ts';
import { createStore } from '../support/raw-database.ts';

const OWNER = byOwner({ address: null, userAgent: null });
const ADMIN = withoutAddress('user:7');

async function storeFor(t: TestContext) {
  const { open } = await createTestDatabase(t, 'sqlite');
  const recorded: RecordedEvent[] = [];
  const raw = open();
  t.after(() => raw.close());
  const db = createStore(raw, { recorded: (event) => void recorded.push(event) });
  const { id } = await insertUser(db, {
    ...{ email: 'ada@example.com', fullName: 'Ada', phoneNumber: '+442079460999', industry: 'X' },
    ...{ passwordHash: 'none', language: 'en', accountStatus: 'ACTIVE' },
  });
  return { db, id, recorded };
}

/** Who causes an event, what the change says of it, and whether each is kept, however many there are. */
const ROWS: readonly [name: string, actor: Actor, more: Partial<EventToRecord>, keepsEach: boolean][] = [
  ['of the owner', OWNER, {}, false],
  ['of the owner, with a hash', OWNER, { keepsEach: true }, true],
  ['of the owner, without one', OWNER, { keepsEach: false }, false],
  ['of the owner, by a setting', OWNER, { by: 'A_SETTING' }, true],
  ['of the owner, by a setting that they can reach', OWNER, { by: 'A_SETTING', keepsEach: false }, false],
  ['of an administrator', ADMIN, {}, true],
  ['of an administrator, without limit', ADMIN, { keepsEach: false }, false],
  ['of an administrator, in the name of the owner', ADMIN, { by: null }, false],
];

describe('an event', () => {
  for (const [name, actor, more, keepsEach] of ROWS)
    it(`${name} is ${keepsEach ? 'kept' : 'counted beyond the first ones'}`, async (t) => {
      const { db, id } = await storeFor(t);
      const { events } = KEPT.counted;
      for (let times = 1; times <= events + 3; times += 1)
        await db.commit(actor, change(event('session_ended', id, more), {}));
      const rows = await db.all<{ count: number; actor: string | null }>(
        'SELECT count, actor FROM audit_events WHERE repeat_of IS NULL',
      );
      assert.equal(rows.length, keepsEach ? events + 3 : events);
      const by = more.by === undefined ? actor.name : more.by;
      assert.ok(rows.every((row) => row.actor === by));
      const counted = await db.all('SELECT count FROM audit_events WHERE repeat_of IS NOT NULL');
      assert.deepEqual(counted, keepsEach ? [] : [{ count: 3 }]);
    });
});

describe('a change', () => {
  const one = (value: number) => statement<{ n: number }>('SELECT $1 AS n', [value]);

  it('returns the rows of its steps by name, whatever is around and between them', async (t) => {
    const { db, id, recorded } = await storeFor(t);
    const steps = {
      first: one(1),
      none: false,
      several: [one(2), event('profile_updated', id), one(3)],
      list: list<{ n: number }>('SELECT 4 AS n UNION ALL SELECT 5 ORDER BY n', []),
      event: event('verified', id),
      last: required<{ n: number }>('SELECT 6 AS n', []),
    } as const;
    const events = [event('logged_out', id, { isFirst: true }), event('unlocked', id)];
    const found = await db.commit(OWNER, change(event('suspended', id), steps, { events }), [one(7), one(8)]);
    assert.deepEqual({ ...found }, { first: { n: 1 }, list: [{ n: 4 }, { n: 5 }], last: { n: 6 } });
    const order = ['logged_out', 'profile_updated', 'verified', 'suspended', 'unlocked'];
    assert.deepEqual(
      recorded.map(({ event }) => event),
      order,
    );
    const rows = await db.all<{ event: string }>('SELECT event FROM audit_events ORDER BY id');
    assert.deepEqual(
      rows.map(({ event }) => event),
      order,
    );
  });

  it('leaves nothing where a step, or what must come before it, finds no row', async (t) => {
    const { db, id, recorded } = await storeFor(t);
    const nothing = statement('SELECT 1 AS n WHERE 1 = 0', []);
    const refusal = new Error('refused');
    const renamed = statement("UPDATE users SET full_name = 'Eve'", []);
    const what = (steps: object) => change(event('profile_updated', id), { renamed, ...steps });
    const condition = { ...nothing, required: refusal };
    await assert.rejects(db.commit(OWNER, what({ nothing: orThrow(nothing, refusal) })), refusal);
    await assert.rejects(db.commit(OWNER, what({ nothing: orThrow(nothing) })), Conflict);
    await assert.rejects(db.commit(OWNER, what({}), [one(1), condition]), refusal);
    assert.deepEqual(recorded, []);
    assert.deepEqual(await db.all('SELECT full_name FROM users'), [{ full_name: 'Ada' }]);
    assert.deepEqual(await db.all('SELECT event FROM audit_events'), []);
    await db.commit(OWNER, unrecorded('a test', { nothing, renamed }));
    assert.deepEqual(await db.all('SELECT full_name FROM users'), [{ full_name: 'Eve' }]);
  });
});

describe('a change that is decided again', () => {
  const conflicting = (times: number, error: () => Error = () => new Conflict('taken')) => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
      if (attempts <= times) throw error();
      return attempts;
    };
    return { attempt, attempts: () => attempts };
  };

  it('is tried five times, and no other error is', async () => {
    assert.equal(await retryOnConflict(conflicting(4).attempt), 5);
    const never = conflicting(9);
    await assert.rejects(retryOnConflict(never.attempt));
    assert.equal(never.attempts(), 5);
    const fault = conflicting(1, () => new Error('a fault'));
    await assert.rejects(retryOnConflict(fault.attempt), /a fault/);
    assert.equal(fault.attempts(), 1);
  });

  it('is left to whom the conflict belongs', async () => {
    const { attempt, attempts } = conflicting(1);
    await assert.rejects(
      retryOnConflict(attempt, () => true),
      Conflict,
    );
    assert.equal(attempts(), 1);
  });
});
