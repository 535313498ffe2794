import assert from 'node:assert/strict';
import { it } from 'node:test';
import { GuardedDatabase, SenderChanged } from '../../src/store/guarded-database.ts';
import * as users from '../../src/store/users.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { suspend } from '../support/operator.ts';
import { sharedService } from '../support/scenarios.ts';
import { claimsOf, loggedIn } from '../support/service.ts';

describeOnBothDatabases('the database of a request with a token', (kind) => {
  const service = sharedService(kind);
  const rename = "UPDATE users SET industry = 'Poetry' WHERE id = $1 RETURNING id";

  it('writes nothing before the sender was checked, and reads', async () => {
    const db = new GuardedDatabase(service().db);
    const { id } = await loggedIn(service());
    assert.equal((await users.byId(db, id))?.industry, 'Computing');
    await assert.rejects(db.one(rename, [id]), /before it has checked/);
    await assert.rejects(db.all(rename, [id]), /before it has checked/);
    await assert.rejects(db.batch([{ sql: rename, params: [id] }]), /before it has checked/);
    assert.equal((await users.byId(db, id))?.industry, 'Computing');
  });

  it('writes while the sender may, in a batch or by itself, and tells why it does not', async () => {
    const { id, email, accessToken } = await loggedIn(service());
    const db = new GuardedDatabase(service().db);
    const user = await users.byId(db, id);
    assert.ok(user);
    db.note({ user });
    db.note({ sessionId: claimsOf(accessToken).sid ?? '' });
    assert.deepEqual(await db.one(rename, [id]), { id });
    assert.deepEqual(await db.all(rename, [id]), [{ id }]);
    assert.deepEqual(await db.batch([{ sql: rename, params: [id] }]), [[{ id }]]);
    assert.equal(await db.batch([{ sql: rename, params: [0], required: true }]), undefined, 'for another reason');
    await suspend(service(), email);
    for (const write of [
      () => db.one(rename, [id]),
      () => db.all(rename, [id]),
      () => db.batch([{ sql: rename, params: [id] }]),
    ])
      await assert.rejects(write, SenderChanged);
  });
});
