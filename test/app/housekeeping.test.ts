import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { pino } from 'pino';
import { housekeepingStep, INTERVAL_MS, startHousekeeping } from '../../src/app/housekeeping.ts';
import { createActiveUsers } from '../../src/core/sign-in/active-users.ts';
import { byOwner, ofAccount, record } from '../../src/store/audit/record.ts';
import { createStore } from '../../src/store/commit.ts';
import { migrate } from '../../src/store/engine/migrate.ts';
import { STEP } from '../../src/store/tables/delete-expired-rows.ts';
import { KINDS } from '../../src/store/tables/email-kinds.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createTestTimers } from '../support/clock.ts';
import { createTestDatabase } from '../support/databases.ts';
import type { RawDatabase } from '../support/raw-database.ts';
import { until } from '../support/until.ts';

const AUDIT_KEPT_MS = 24 * 3_600_000;

/** Housekeeping on a database with so many outdated rows, while time stands still. */
async function startWith(t: TestContext, outdated: number, sweptBy: (db: RawDatabase) => RawDatabase = (db) => db) {
  const { open, clock } = await createTestDatabase(t, 'sqlite');
  const db = open();
  cleanUpAfter(t, () => db.close());
  await migrate(db);
  await db.batch(
    Array.from({ length: outdated }, () =>
      record('key_rotated', ofAccount(null), byOwner({ address: null, userAgent: null })),
    ),
  );
  await clock.advance(AUDIT_KEPT_MS + 1000);
  const timers = createTestTimers({ standsStill: true });
  const logLines: string[] = [];
  const log = pino({}, { write: (line) => void logLines.push(line) });
  const settings = { auditKeptMs: AUDIT_KEPT_MS, unverifiedKeptMs: 0, activeUsers: createActiveUsers(clock.nowMs) };
  const stop = startHousekeeping(createStore(sweptBy(db)), settings, log, timers);
  const left = async () => (await db.all('SELECT id FROM audit_events')).length;
  return { timers, stop, left, logLines };
}

/** A database whose first answer waits until it is let go. */
function heldUp() {
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const sweptBy = (db: RawDatabase): RawDatabase => ({
    ...db,
    async all(sql, params) {
      asked.resolve();
      await mayAnswer.promise;
      return db.all(sql, params);
    },
  });
  return { sweptBy, asked: asked.promise, letGo: mayAnswer.resolve, fail: mayAnswer.reject };
}

describe('housekeeping in the background', () => {
  it('looks once a minute, and goes on at once while there is more than one step to do', async (t) => {
    const { timers, left } = await startWith(t, 2 * STEP + 1);
    timers.pass(INTERVAL_MS - 1);
    assert.equal(await left(), 2 * STEP + 1, 'the first minute is not over');
    timers.pass(1);
    for (const rest of [STEP + 1, 1, 0]) {
      await until(`${rest} are left`, async () => (await left()) === rest && timers.pending === 1);
      timers.pass(100);
    }
    // With nothing left it rests for a minute again.
    assert.equal(timers.pending, 1);
  });

  it('that is stopped while it sweeps does not go on, and says nothing of what failed because of it', async (t) => {
    for (const ending of ['letGo', 'fail'] as const) {
      const held = heldUp();
      const { timers, stop, left, logLines } = await startWith(t, 2 * STEP, held.sweptBy);
      timers.pass(INTERVAL_MS);
      await held.asked;
      stop();
      if (ending === 'letGo') {
        held.letGo();
        await until('the step is done', async () => (await left()) === STEP);
      } else held.fail(new Error('the database is closed'));
      await new Promise(setImmediate);
      assert.deepEqual([timers.pending, logLines], [0, []]);
    }
  });

  it('that fails says so, and tries again after its usual pause', async (t) => {
    const held = heldUp();
    const { timers, logLines } = await startWith(t, 0, held.sweptBy);
    held.fail(new Error('no database'));
    timers.pass(INTERVAL_MS);
    await until('it is said', () => logLines.length === 1 && timers.pending === 1);
    timers.pass(INTERVAL_MS - 1);
    assert.equal(timers.pending, 1);
    timers.pass(1);
    await until('it is said again', () => logLines.length === 2);
    assert.match(logLines[1] ?? '', /housekeeping failed, retrying/);
  });

  it('erases what was deleted until the last e-mail to the owner of an account has left or was given up', async (t) => {
    const { open, clock } = await createTestDatabase(t, 'sqlite');
    const db = open();
    cleanUpAfter(t, () => db.close());
    let erased = 0;
    const counted: RawDatabase = {
      ...db,
      eraseDeleted() {
        erased += 1;
        return db.eraseDeleted();
      },
    };
    const sweep = async () => {
      erased = 0;
      await housekeepingStep(createStore(counted), { auditKeptMs: 30 * AUDIT_KEPT_MS, unverifiedKeptMs: 0 });
      return erased;
    };
    assert.equal(await sweep(), 0, 'nothing was deleted');
    await db.batch([record('deleted', ofAccount(7), byOwner({ address: null, userAgent: null }))]);
    assert.equal(await sweep(), 1);
    await clock.jump(KINDS.account_deleted.givenUpAfterMs + 60_000);
    assert.equal(await sweep(), 1, 'the row of the e-mail may have been removed just now');
    await clock.jump(2 * AUDIT_KEPT_MS);
    assert.equal(await sweep(), 0);
  });
});
