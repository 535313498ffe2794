import assert from 'node:assert/strict';
import { it } from 'node:test';
import { usersCommand } from '../../../src/cli/users.ts';
import { createStore } from '../../../src/store/commit.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import type { RawDatabase } from '../../support/raw-database.ts';
import { registered, startService, verificationToken } from '../../support/service.ts';

/** The moment between a verification's look at the account and its write. */
describeWhereDatabasesDiffer('a verification that finds the account inactive', (kind) => {
  it('does not activate it when a suspension is written first', async (t) => {
    const database = await createTestDatabase(t, kind);
    let beforeActivation: (db: RawDatabase) => Promise<unknown> = async () => {};
    const open = (): RawDatabase => {
      const db = database.open();
      return {
        ...db,
        async batch(statements) {
          if (statements.some(({ sql }) => /account_status = 'ACTIVE'/.test(sql))) await beforeActivation(db);
          return db.batch(statements);
        },
      };
    };
    const service = await startService(t, kind, {}, { ...database, open });
    const { email } = await registered(service);
    const token = await verificationToken(service, email);
    let suspensions = 0;
    beforeActivation = async (db) => {
      suspensions += 1;
      await usersCommand(createStore(db), ['suspend', email], () => {});
    };

    const answer = await service.request('POST', '/api/verify', { token });

    assert.equal(suspensions, 1);
    assert.deepEqual([answer.status, answer.message, answer.data], [403, 'Account is SUSPENDED', null]);
    assert.deepEqual(await service.db.all('SELECT account_status FROM users'), [{ account_status: 'SUSPENDED' }]);
    assert.deepEqual(await service.db.all("SELECT event FROM audit_events WHERE event = 'verified'"), []);
    // Reinstated, it is what it was before: the address is not confirmed yet.
    await usersCommand(service.db, ['reinstate', email], () => {});
    assert.deepEqual(await service.db.all('SELECT account_status FROM users'), [{ account_status: 'INACTIVE' }]);
  });
});
