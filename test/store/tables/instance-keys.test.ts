import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate } from '../../../src/store/engine/migrate.ts';
import { all, type HeldKey, record } from '../../../src/store/tables/instance-keys.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createEmptyDatabase, createTestDatabase, describeOnBothDatabases } from '../../support/databases.ts';
import { createSchemaOf060 } from '../../support/schema-0.6.0.ts';

const HOUR_MS = 3_600_000;
const signing: HeldKey = { use: 'signing', fingerprint: 'f1', name: 'k1', algorithm: 'EdDSA', signs: true };
const data: HeldKey = { use: 'data', fingerprint: 'f2', name: 'may', algorithm: null, signs: false };

describeOnBothDatabases('the keys of instances', (kind) => {
  it('keep their age when instances come and go, and one row each', async (t) => {
    const { clock, open } = await createTestDatabase(t, kind);
    const db = open();
    cleanUpAfter(t, () => db.close());
    const rows = async () =>
      (await all(db))
        .map(({ instance, fingerprint, firstAtMs, signedAtMs, nowMs }) => [
          ...[fingerprint, instance, Math.round((nowMs - firstAtMs) / HOUR_MS)],
          signedAtMs === null ? null : Math.round((nowMs - signedAtMs) / HOUR_MS),
        ])
        .sort();
    await db.batch(record('old', [signing, data], HOUR_MS));
    await clock.advance(2 * HOUR_MS);
    await db.batch(record('new', [data], HOUR_MS));
    assert.deepEqual(await rows(), [
      ['f1', 'old', 2, 2],
      ['f2', 'new', 2, null],
    ]);
    // Whoever only verifies with a key does not take the place of the last that signed with it.
    await db.batch(record('new', [{ ...signing, signs: false }], HOUR_MS));
    assert.deepEqual((await rows()).slice(0, 2), [
      ['f1', 'new', 2, null],
      ['f1', 'old', 2, 2],
    ]);
    await db.batch(record('new', [signing], HOUR_MS));
    assert.deepEqual(await rows(), [
      ['f1', 'new', 2, 0],
      ['f2', 'new', 2, null],
    ]);
  });

  it('are taken over from 0.6.0', async (t) => {
    const db = (await createEmptyDatabase(t, kind)).open();
    cleanUpAfter(t, () => db.close());
    await createSchemaOf060(db);
    await db.all(
      `INSERT INTO known_keys (used_for, fingerprint, first_at) VALUES ('signing', 'f1', at($1)),
      ('data', 'f2', at($2))`,
      [1000, 2000],
    );
    await db.all(
      `INSERT INTO signing_keys (instance, fingerprint, kid, algorithm, last_at)
      VALUES ('here', 'f1', 'k1', 'EdDSA', at($1)), ('here', 'f3', NULL, 'HS256', at($2))`,
      [5000, 6000],
    );
    await migrate(db);
    const rows = (await all(db)).map((row) => [row.use, row.fingerprint, row.name, row.firstAtMs, row.signedAtMs]);
    assert.deepEqual(rows.sort(), [
      ['data', 'f2', null, 2000, null],
      ['signing', 'f1', 'k1', 1000, 5000],
      ['signing', 'f3', null, 6000, 6000],
    ]);
  });
});
