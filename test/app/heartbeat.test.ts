import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pino } from 'pino';
import { createKeyWatch } from '../../src/app/watch-signing-and-data-keys.ts';
import { createDataKeys } from '../../src/keys/data-keys.ts';
import { fixedRing } from '../../src/keys/signing-key.ts';
import { all } from '../../src/store/tables/instances.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';
import { createStore } from '../support/raw-database.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;

describeOnBothDatabases('the heartbeat of an instance', (kind) => {
  it('tells since when it serves: since its last start, however soon after the one before', async (t) => {
    const { clock, open } = await createTestDatabase(t, kind);
    const db = createStore(open());
    cleanUpAfter(t, () => db.close());
    const { nowMs, timers } = clock;
    const keys = { signingKeys: fixedRing(), dataKeys: createDataKeys([]) };
    const start = async () => {
      const watch = createKeyWatch({
        ...{ db, ...keys, nowMs, timers, longestTokenMs: MINUTE_MS },
        log: pino({ enabled: false }),
      });
      return watch.start('here');
    };
    const seen = async () => (await all(db))[0];
    const stop = await start();
    const first = await seen();
    await clock.advance(2 * MINUTE_MS);
    await until('it has told again', async () => ((await seen())?.ageMs ?? 0) < MINUTE_MS);
    assert.equal((await seen())?.startedAtMs, first?.startedAtMs);
    stop();
    cleanUpAfter(t, await start());
    assert.ok(((await seen())?.startedAtMs ?? 0) - (first?.startedAtMs ?? 0) >= 2 * MINUTE_MS);
  });
});
