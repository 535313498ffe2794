import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { change, happening } from '../../src/store/change.ts';
import { Conflict } from '../../src/store/engine/database.ts';
import { SenderChanged, senderConditions, TargetChanged } from '../../src/store/request-sender.ts';
import { RequestStore } from '../../src/store/request-store.ts';
import { owner } from '../../src/store/tables/events.ts';
import * as profile from '../../src/store/tables/profile.ts';
import * as users from '../../src/store/tables/users.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { suspend } from '../support/operator.ts';
import { sharedService } from '../support/scenarios.ts';
import { claimsOf, loggedIn } from '../support/service.ts';

describeWhereDatabasesDiffer('the database of a request with a token', (kind) => {
  const service = sharedService(kind);
  const rename = (id: number) =>
    change(happening('profile_updated', id), { user: profile.update(id, { industry: 'Poetry' }) });
  const actor = owner({ address: null, userAgent: null });

  it('writes nothing before the sender was checked, and reads', async () => {
    const db = new RequestStore(service().db);
    const { id } = await loggedIn(service());
    assert.equal((await users.byId(db, id))?.industry, 'Computing');
    await assert.rejects(db.commit(actor, rename(id)), /before its sender is checked/);
    assert.equal((await users.byId(db, id))?.industry, 'Computing');
  });

  it('writes while the sender may, and tells why it does not', async () => {
    const { id, email, accessToken } = await loggedIn(service());
    const db = new RequestStore(service().db);
    const user = await users.byId(db, id);
    assert.ok(user);
    db.note({ user });
    db.note({ sessionId: claimsOf(accessToken).sid ?? '' });
    assert.equal((await db.commit(actor, rename(id))).user.industry, 'Poetry');
    const other = await db.commit(actor, rename(0)).catch((error: unknown) => error);
    assert.ok(other instanceof Conflict && !(other instanceof SenderChanged), 'for another reason');
    await suspend(service(), email);
    await assert.rejects(db.commit(actor, rename(id)), SenderChanged);
  });

  it('offers queries and changes, and nothing else', () => {
    const names = Object.getOwnPropertyNames(RequestStore.prototype);
    assert.deepEqual(names.sort(), ['all', 'commit', 'constructor', 'kind', 'note', 'one']);
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
        senderConditions({ ...sender(id), target: { id: targetId, excludesAdmins: false } })[0]?.required;
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
