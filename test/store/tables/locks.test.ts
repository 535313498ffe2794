import assert from 'node:assert/strict';
import { it } from 'node:test';
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
