import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dataKeysInUse, firstFailure } from '../../../src/administration/rotate-data-keys.ts';
import { createDataKeys } from '../../../src/keys/data-keys.ts';
import { SEALED_COLUMNS } from '../../../src/store/tables/sealed-columns.ts';
import { addApp } from '../../support/authenticator.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { loggedIn, startService } from '../../support/service.ts';

describeOnBothDatabases('a value that does not open', (kind) => {
  for (const broken of SEALED_COLUMNS) {
    it(`is told whichever column it is in, also where others open: ${broken.table}.${broken.column}`, async (t) => {
      const secret = 'first-key-of-the-tests-8c41';
      const service = await startService(t, kind, { DATA_KEYS: `first:${secret}` });
      const account = await loggedIn(service);
      await addApp(service, account, account.accessToken);
      const dataKeys = createDataKeys([{ name: 'first', secret }]);
      for (const place of SEALED_COLUMNS) {
        const sealed = dataKeys.seal({ ...place, userId: account.id }, 'secret');
        await service.db.all(`UPDATE ${place.table} SET ${place.column} = $1`, [
          place === broken ? `${sealed}x` : sealed,
        ]);
      }
      const [use, ...others] = await dataKeysInUse(service.db, dataKeys);
      assert.deepEqual([use?.name, use?.values, others], ['first', SEALED_COLUMNS.length, []]);
      assert.match(use?.failure ?? '', new RegExp(broken.column));
      assert.match((await firstFailure(service.db, dataKeys)) ?? '', new RegExp(broken.column));
    });
  }
});
