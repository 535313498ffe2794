import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createGuessCounter } from '../../../src/store/tables/throttles.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;

describeWhereDatabasesDiffer('failures that are counted', (kind) => {
  for (const failures of [1, 2, 3]) {
    it(`begin a block at ${failures}, longer ones after it, and are forgotten after the window`, async (t) => {
      const { open, clock } = await createTestDatabase(t, kind);
      const db = open();
      t.after(() => db.close());
      const counter = createGuessCounter([1, 2, 4]);
      const limit = { key: 'somebody', failures, windowMs: WINDOW_MS };
      const fail = async () => (await db.batch([{ ...counter.countFailure(limit), required: true }])) !== undefined;
      const blockedMinutes = async () => Math.ceil((await counter.blockedForMs(db, limit)) / MINUTE_MS);
      // Once from nothing, and once more when all was forgotten.
      for (const _ of [1, 2]) {
        for (let count = 1; count < failures; count += 1) {
          assert.ok(await fail());
          assert.equal(await blockedMinutes(), 0, `after ${count}`);
        }
        for (const minutes of [1, 2, 4, 4]) {
          assert.ok(await fail());
          assert.equal(await blockedMinutes(), minutes);
          assert.equal(await fail(), false, 'while it lasts, nothing is counted');
          await clock.jump(minutes * MINUTE_MS + 1000);
          assert.equal(await blockedMinutes(), 0);
        }
        await clock.jump(WINDOW_MS);
      }
    });
  }
});
