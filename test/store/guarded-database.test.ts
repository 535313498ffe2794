import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GuardedDatabase } from '../../src/store/guarded-database.ts';
import { SenderChanged, senderConditions, TargetChanged } from '../../src/store/request-sender.ts';
import * as users from '../../src/store/tables/users.ts';
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

describe('the conditions of a request', () => {
  const account = { accountStatus: 'ACTIVE', role: 'ADMIN', secondFactors: 0, deletionDueAtMs: null } as const;
  const user = (id: number) => ({ ...account, id });
  const SENDERS = {
    'an administrator': (id: number) => ({ user: user(id), sessionId: 'one' }),
    'an API key': (id: number) => ({ key: { id: 'aa', scope: 'users:write', createdBy: id } }),
  };
  for (const [name, sender] of Object.entries(SENDERS)) {
    it(`of ${name} lock accounts in the order of their ids`, () => {
      const first = (id: number, targetId: number) =>
        senderConditions({ ...sender(id), target: { id: targetId, sparesAdmins: false } })[0]?.required;
      assert.ok(first(3, 5) instanceof SenderChanged && first(5, 3) instanceof TargetChanged);
      assert.ok(!(first(3, 5) instanceof TargetChanged));
    });
  }

  it('of an administrator who acts as a user do so too', () => {
    const order = (adminId: number, id: number) =>
      senderConditions({ user: user(id), acting: { id: 'one', adminId, userId: id, sessionId: 'two' } })
        .slice(0, 2)
        .map(({ params }) => params[0]);
    assert.deepEqual(
      [order(3, 5), order(5, 3)],
      [
        [3, 5],
        [3, 5],
      ],
    );
  });
});
