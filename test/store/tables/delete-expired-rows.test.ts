import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { byOwner, ofAccount, record } from '../../../src/store/audit/record.ts';
import { migrate } from '../../../src/store/engine/migrate.ts';
import { depth, enqueue } from '../../../src/store/queues/outbox.ts';
import { deleteExpiredRows, STEP } from '../../../src/store/tables/delete-expired-rows.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { createStore } from '../../support/raw-database.ts';
import { loggedIn, registered, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 24 * 3_600_000;
const AUDIT_KEPT_MS = 90 * DAY_MS;

/** A database in which so many rows have just run their course. */
async function databaseWith(t: TestContext, kind: DatabaseKind, outdated: number) {
  const { open, clock } = await createTestDatabase(t, kind);
  const db = open();
  cleanUpAfter(t, () => db.close());
  await migrate(db);
  await db.batch(
    Array.from({ length: outdated }, () =>
      record('key_rotated', ofAccount(null), byOwner({ address: null, userAgent: null })),
    ),
  );
  await clock.advance(AUDIT_KEPT_MS + 1000);
  const left = async () => (await db.one<{ count: number }>('SELECT COUNT(*) AS count FROM audit_events'))?.count;
  return { db, left };
}

describeWhereDatabasesDiffer('housekeeping', (kind) => {
  it('removes what has run its course, and nothing that is still needed', async (t) => {
    const service = await startService(t, kind);
    const session = await loggedIn(service);
    await service.request('POST', '/api/login', { body: { email: session.email, password: 'Wrong1234' } });
    await service.request('POST', '/api/forgot-password', { body: { email: 'nobody@example.com' } });
    await service.emailsTo('');
    const rows = async () => {
      const counts: Record<string, number> = {};
      for (const table of ['users', 'refresh_tokens', 'outbox', 'throttles']) {
        counts[table] = (await service.db.all(`SELECT 1 AS one FROM ${table}`)).length;
      }
      return counts;
    };
    const all = { users: 1, refresh_tokens: 1, outbox: 1, throttles: 3 };
    await until('the worker has seen what stands for the stranger', async () => (await rows()).outbox === 1);
    await deleteExpiredRows(service.db, AUDIT_KEPT_MS);
    assert.deepEqual(await rows(), all);
    await service.clock.advance(8 * DAY_MS);
    assert.equal(await deleteExpiredRows(service.db, AUDIT_KEPT_MS), false);
    assert.deepEqual(await rows(), { users: 1, refresh_tokens: 0, outbox: 0, throttles: 0 });
  });

  it('leaves e-mails that were given up, and those that wait, to the operator', async (t) => {
    const service = await startService(t, kind);
    const outcomes = ['accept', '550 5.1.1 no such user', '451 4.3.0 try again'] as const;
    for (const outcome of outcomes) {
      service.smtp.follow({ recipient: () => outcome });
      await registered(service);
      await until(
        'it was tried',
        async () => !(await service.db.one('SELECT id FROM outbox WHERE attempts = 0 OR claimed_at IS NOT NULL')),
      );
    }
    await service.stop();
    const db = service.database.open();
    cleanUpAfter(t, () => db.close());
    await service.clock.advance(365 * DAY_MS);
    await deleteExpiredRows(createStore(db), AUDIT_KEPT_MS);
    const { waiting, dead } = await depth(db);
    assert.deepEqual(
      { waiting, dead, all: (await db.all('SELECT id FROM outbox')).length },
      { waiting: 1, dead: 1, all: 2 },
    );
  });

  it('removes authenticator apps that were never confirmed, and nothing else of their rows', async (t) => {
    const service = await startService(t, kind);
    const plant = `INSERT INTO totp (user_id, sealed, pending_sealed, pending_until, failures)
      VALUES ($1, $2, 'k:pending', now() + ms($3), $4)`;
    const pending = { sealed: null, failures: 0, forMs: -1000 };
    const planted: readonly [row: typeof pending | { sealed: string }, kept: object | undefined][] = [
      [pending, undefined],
      [
        { ...pending, forMs: 60_000 },
        { sealed: null, pending: 'k:pending', failures: 0 },
      ],
      [
        { ...pending, sealed: 'k:app' },
        { sealed: 'k:app', pending: null, failures: 0 },
      ],
      [
        { ...pending, failures: 3 },
        { sealed: null, pending: null, failures: 3 },
      ],
    ];
    for (const [row, kept] of planted) {
      const { sealed, forMs, failures } = { ...pending, ...row };
      const { id } = await registered(service);
      await service.db.all(plant, [id, sealed, forMs, failures]);
      await deleteExpiredRows(service.db, AUDIT_KEPT_MS);
      const read = 'SELECT sealed, pending_sealed AS pending, failures FROM totp WHERE user_id = $1';
      assert.deepEqual({ ...(await service.db.one(read, [id])) }, { ...kept });
    }
  });

  it('removes nothing before its time', async (t) => {
    const { db, left } = await databaseWith(t, kind, 1);
    // The audit event is a second older than that.
    await deleteExpiredRows(createStore(db), AUDIT_KEPT_MS + 60_000);
    assert.equal(await left(), 1);
    await deleteExpiredRows(createStore(db), AUDIT_KEPT_MS);
    assert.equal(await left(), 0);
  });

  it('goes step by step, and says after each whether there is more', async (t) => {
    const { db, left } = await databaseWith(t, kind, 2 * STEP + 1);
    const steps: unknown[] = [];
    for (let step = 0; step < 3; step += 1)
      steps.push([await deleteExpiredRows(createStore(db), AUDIT_KEPT_MS), await left()]);
    assert.deepEqual(steps, [
      [true, STEP + 1],
      [true, 1],
      [false, 0],
    ]);
  });

  it('says that there is more of anything, not only of the last it looked at', async (t) => {
    const service = await startService(t, kind);
    const { email } = await registered(service);
    await service.emailsTo(email);
    await service.stop();
    const db = service.database.open();
    cleanUpAfter(t, () => db.close());
    await db.batch(Array.from({ length: STEP }, () => enqueue('verification', email)));
    await db.all("UPDATE outbox SET state = 'sent'");
    await service.clock.advance(30 * DAY_MS);
    assert.equal(await deleteExpiredRows(createStore(db), AUDIT_KEPT_MS), true);
    assert.equal((await db.all('SELECT id FROM outbox')).length, 1);
  });

  it('takes a full step for one that may have left something', async (t) => {
    const { db, left } = await databaseWith(t, kind, STEP);
    assert.deepEqual([await deleteExpiredRows(createStore(db), AUDIT_KEPT_MS), await left()], [true, 0]);
    assert.equal(await deleteExpiredRows(createStore(db), AUDIT_KEPT_MS), false);
  });
});
