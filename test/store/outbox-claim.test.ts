import assert from 'node:assert/strict';
import { it } from 'node:test';
import { migrate } from '../../src/store/migrate.ts';
import * as outbox from '../../src/store/outbox.ts';
import * as users from '../../src/store/users.ts';
import { cleanUpAfter } from '../support/clean-up.ts';
import { createTestDatabase, describeOnBothDatabases } from '../support/databases.ts';

describeOnBothDatabases('an e-mail whose lease ran out', (kind) => {
  it('is settled by the worker that took it over, and not by the one that had it before', async (t) => {
    const db = (await createTestDatabase(t, kind)).open();
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
    await users.create(db, ada, [outbox.enqueue('verification', ada.email)]);

    const lanes = { fresh: 1, tried: 1 };
    const [late] = await outbox.claim(db, lanes, 0);
    const [current] = await outbox.claim(db, lanes, 60_000);
    assert.ok(late && current);
    assert.deepEqual([late.id, late.attempts, current.attempts], [current.id, 1, 2]);

    assert.equal(await outbox.settle(db, late, { outcome: 'dead', answer: 'too late' }), false);
    assert.equal(await outbox.settle(db, current, { outcome: 'sent', answer: 'OK' }), true);
    assert.equal(await outbox.settle(db, current, { outcome: 'dead', answer: 'once more' }), false);
    assert.deepEqual(await db.all('SELECT state, last_error FROM outbox'), [{ state: 'sent', last_error: null }]);
    assert.deepEqual(await db.all('SELECT attempt, outcome, answer FROM outbox_attempts'), [
      { attempt: 2, outcome: 'sent', answer: 'OK' },
    ]);
  });
});
