import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { lock, lockAdministrators } from '../../../src/store/tables/locks.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase, describeOnBothDatabases } from '../../support/databases.ts';

describeOnBothDatabases('the rows to lock', (kind) => {
  it('are there, and those of administrators are locked for an administrator alone', async (t) => {
    const db = (await createTestDatabase(t, kind)).open();
    cleanUpAfter(t, () => db.close());
    const rows = await db.batch([lock('api_keys'), lock('openid_clients'), lockAdministrators(1)]);
    assert.deepEqual(rows, [[{ name: 'api_keys' }], [{ name: 'openid_clients' }], []]);
  });
});

describe('the rows to lock on PostgreSQL', () => {
  it('are held up by 0.6.0, which locks a row of schema_migrations', async (t) => {
    const { open } = await createTestDatabase(t, 'postgres');
    const [db, older] = [open(), open()];
    cleanUpAfter(t, () => Promise.all([db.close(), older.close()]));
    let isLocked = false;
    let locking: Promise<unknown> = Promise.resolve();
    await older.exclusively(async (schema) => {
      await schema.all('SELECT version FROM schema_migrations WHERE version = 2 FOR UPDATE');
      locking = db.batch([lock('api_keys')]).then(() => {
        isLocked = true;
      });
      await Promise.race([locking, setTimeout(200)]);
      assert.equal(isLocked, false);
    });
    await locking;
    assert.equal(isLocked, true);
  });
});
