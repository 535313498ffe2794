import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { changeEmail } from '../../../src/administration/unsent-emails.ts';
import { OPERATOR } from '../../../src/cli/framework/operator.ts';
import { migrate } from '../../../src/store/engine/migrate.ts';
import * as outbox from '../../../src/store/queues/outbox.ts';
import * as desk from '../../../src/store/queues/outbox-admin.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { insertUser } from '../../support/insert-user.ts';
import type { RawStore } from '../../support/raw-database.ts';
import { createStore } from '../../support/raw-database.ts';

const ONE_OF_EACH = { untried: 1, tried: 1 };
const LEASE_MS = 60_000;

/** An outbox with so many e-mails, and a clock to turn. */
async function outboxWith(t: TestContext, kind: DatabaseKind, count: number) {
  const { open, clock } = await createTestDatabase(t, kind);
  const db = createStore(open());
  cleanUpAfter(t, () => db.close());
  await migrate(db);
  const ada = {
    fullName: 'Ada',
    email: 'ada@example.com',
    phoneNumber: '1',
    industry: 'x',
    passwordHash: 'x',
    language: 'en',
  };
  await insertUser(db, ada);
  for (let made = 0; made < count; made += 1) {
    await db.batch([outbox.enqueue('verification', ada.email)]);
    // Each is due a little later than the one before it.
    await clock.advance(10);
  }
  return { db, clock };
}

async function claimedOne(db: RawStore, leaseMs = LEASE_MS): Promise<outbox.ClaimedEmail> {
  const [email, ...more] = await outbox.claim(db, ONE_OF_EACH, leaseMs);
  assert.ok(email);
  assert.deepEqual(more, []);
  return email;
}

async function assertDueWithin(db: RawStore, { over, upTo }: { over: number; upTo: number }): Promise<void> {
  const dueInMs = (await outbox.nextDueInMs(db)) ?? Number.NaN;
  assert.ok(over < dueInMs && dueInMs <= upTo, `due in ${dueInMs} ms`);
}

describeWhereDatabasesDiffer('an e-mail whose lease ran out', (kind) => {
  it('is settled by the worker that took it over, and not by the one that had it before', async (t) => {
    const { db } = await outboxWith(t, kind, 1);
    const late = await claimedOne(db, 0);
    const current = await claimedOne(db);
    assert.deepEqual([late.id, late.attempts, current.attempts], [current.id, 1, 2]);

    assert.equal(await outbox.settle(db, late, { outcome: 'dead', answer: 'too late' }), false);
    assert.equal(await outbox.settle(db, current, { outcome: 'sent', answer: 'OK' }), true);
    assert.equal(await outbox.settle(db, current, { outcome: 'dead', answer: 'once more' }), false);
    assert.deepEqual(await db.all('SELECT state, last_error FROM outbox'), [{ state: 'sent', last_error: null }]);
    assert.deepEqual(await db.all('SELECT attempt, outcome, answer FROM outbox_attempts'), [
      { attempt: 2, outcome: 'sent', answer: 'OK' },
    ]);
  });

  it('is kept by the worker that took it over, and not by the one that had it before', async (t) => {
    const { db } = await outboxWith(t, kind, 1);
    const late = await claimedOne(db, 0);
    const current = await claimedOne(db);
    await outbox.renew(db, late, 10 * LEASE_MS);
    await assertDueWithin(db, { over: 0, upTo: LEASE_MS });
    await outbox.renew(db, current, 2 * LEASE_MS);
    await assertDueWithin(db, { over: LEASE_MS, upTo: 2 * LEASE_MS });
  });
});

describeWhereDatabasesDiffer('an e-mail that was tried', (kind) => {
  it('is due when the attempt said, whatever renewal of its lease comes late', async (t) => {
    const { db } = await outboxWith(t, kind, 1);
    const email = await claimedOne(db);
    await outbox.settle(db, email, { outcome: 'delayed', answer: 'later', delayMs: LEASE_MS });
    await outbox.renew(db, email, 10 * LEASE_MS);
    await assertDueWithin(db, { over: 0, upTo: LEASE_MS });
  });

  it('keeps its latest twenty attempts', async (t) => {
    const { db } = await outboxWith(t, kind, 1);
    const kept = async () =>
      (await db.all<{ attempt: number }>('SELECT attempt FROM outbox_attempts ORDER BY attempt')).map(
        ({ attempt }) => attempt,
      );
    const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const tryOnce = async () =>
      outbox.settle(db, await claimedOne(db), { outcome: 'delayed', answer: 'later', delayMs: 0 });
    for (let attempt = 1; attempt <= 20; attempt += 1) await tryOnce();
    assert.deepEqual(await kept(), numbers(1, 20));
    await tryOnce();
    assert.deepEqual(await kept(), numbers(2, 21));
  });
});

describeWhereDatabasesDiffer('the outbox', (kind) => {
  it('is as old as the oldest e-mail that waits', async (t) => {
    const { db, clock } = await outboxWith(t, kind, 1);
    await clock.advance(3_600_000);
    await db.batch([outbox.enqueue('verification', 'ada@example.com')]);
    const { waiting, oldestWaitingMs } = await outbox.depth(db);
    assert.equal(waiting, 2);
    assert.ok(oldestWaitingMs >= 3_600_000, `${oldestWaitingMs} ms`);
  });

  it('lets the operator have an e-mail whose lease ran out, and none that is being sent', async (t) => {
    const { db } = await outboxWith(t, kind, 1);
    const { id } = await claimedOne(db);
    const email = await desk.byId(db, id);
    assert.ok(email);
    assert.deepEqual(
      [await changeEmail(db, 'retry', email, OPERATOR), await changeEmail(db, 'drop', email, OPERATOR)],
      [false, false],
    );
    await db.all('UPDATE outbox SET due_at = now()');
    assert.equal((await desk.byId(db, id))?.is_being_sent, 0);
    assert.equal(await changeEmail(db, 'retry', email, OPERATOR), true);
    await claimedOne(db, 0);
    assert.equal(await changeEmail(db, 'drop', email, OPERATOR), true);
  });
});

describeWhereDatabasesDiffer('e-mails are claimed', (kind) => {
  it('in the order in which they fell due, new ones and those that were tried before', async (t) => {
    const { db, clock } = await outboxWith(t, kind, 3);
    const claimedIds = async (lanes: outbox.Lanes) => (await outbox.claim(db, lanes, LEASE_MS)).map(({ id }) => id);
    // Written by an instance whose clock is behind: it fell due before those that were there first.
    await clock.jump(-60_000);
    await db.batch([outbox.enqueue('verification', 'ada@example.com')]);
    await clock.jump(60_000);
    const untried: number[] = [];
    for (let count = 0; count < 4; count += 1) untried.push(...(await claimedIds({ untried: 1, tried: 0 })));
    assert.deepEqual(untried, [4, 1, 2, 3]);

    for (const [id, delayMs] of [3000, 1000, 4000, 2000].entries())
      await outbox.settle(db, { id: id + 1, attempts: 1 } as outbox.ClaimedEmail, {
        outcome: 'delayed',
        answer: 'later',
        delayMs,
      });
    await clock.advance(5000);
    const tried: number[] = [];
    for (let count = 0; count < 4; count += 1) tried.push(...(await claimedIds({ untried: 0, tried: 1 })));
    assert.deepEqual(tried, [2, 4, 1, 3]);
  });

  it('at the moment at which they are due, and not before', async (t) => {
    const { db, clock } = await outboxWith(t, kind, 1);
    await outbox.settle(db, await claimedOne(db), { outcome: 'delayed', answer: 'later', delayMs: 600_000 });
    await clock.advance(590_000);
    assert.deepEqual(await outbox.claim(db, ONE_OF_EACH, LEASE_MS), []);
    await clock.advance(10_000);
    await claimedOne(db);
  });
});
