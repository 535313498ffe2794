import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conditions } from '../../src/features/acting/table.ts';
import { stillPermits } from '../../src/features/api-keys/table.ts';
import { byOwner } from '../../src/store/audit/record.ts';
import { change, event } from '../../src/store/change.ts';
import { Conflict } from '../../src/store/engine/database.ts';
import { SenderChanged, senderConditions, TargetChanged } from '../../src/store/request-sender.ts';
import { RequestStore } from '../../src/store/request-store.ts';
import * as profile from '../../src/store/tables/profile.ts';
import * as users from '../../src/store/tables/users.ts';
import { actingAs } from '../support/acting.ts';
import { apiKeyOf, loggedInAdmin } from '../support/admin.ts';
import { describeWhereDatabasesDiffer } from '../support/databases.ts';
import { suspend } from '../support/operator.ts';
import { addPasskey } from '../support/passkey.ts';
import { sharedService } from '../support/scenarios.ts';
import { claimsOf, loggedIn } from '../support/service.ts';

describeWhereDatabasesDiffer('the database of a request with a token', (kind) => {
  const service = sharedService(kind);
  const rename = (id: number) =>
    change(event('profile_updated', id), { user: profile.update(id, { industry: 'Poetry' }) });
  const actor = byOwner({ address: null, userAgent: null });

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
    db.requireSender({ user });
    db.requireSender({ sessionId: claimsOf(accessToken).sid ?? '' });
    assert.equal((await db.commit(actor, rename(id))).user.industry, 'Poetry');
    const other = await db.commit(actor, rename(0)).catch((error: unknown) => error);
    assert.ok(other instanceof Conflict && !(other instanceof SenderChanged), 'for another reason');
    await suspend(service(), email);
    await assert.rejects(db.commit(actor, rename(id)), SenderChanged);
  });

  it('offers queries and changes, and nothing else', () => {
    const names = Object.getOwnPropertyNames(RequestStore.prototype);
    assert.deepEqual(names.sort(), ['all', 'commit', 'constructor', 'kind', 'one', 'requireSender']);
  });
});

/** What can be taken from a sender while the body of its request is on its way. $1: the account, key or session. */
const TAKEN = {
  suspended: "UPDATE users SET account_status = 'SUSPENDED' WHERE id = $1",
  'another role': "UPDATE users SET role = CASE WHEN role = 'ADMIN' THEN 'USER' ELSE 'ADMIN' END WHERE id = $1",
  'another factor': 'UPDATE users SET second_factors = 1 WHERE id = $1',
  'deletion requested': 'UPDATE users SET deletion_due_at = now() WHERE id = $1',
  'another password': 'UPDATE users SET credential_version = credential_version + 1 WHERE id = $1',
  'session ended': 'DELETE FROM refresh_tokens WHERE user_id = $1',
  'session expired': 'UPDATE refresh_tokens SET expires_at = now() WHERE user_id = $1',
  'no passkey': 'DELETE FROM passkeys WHERE user_id = $1',
  'acting ended': 'DELETE FROM acting WHERE admin_id = $1',
  'acting expired': 'UPDATE acting SET expires_at = now() WHERE admin_id = $1',
  'acting as another': 'UPDATE acting SET user_id = admin_id WHERE admin_id = $1',
  'acting again': "UPDATE acting SET id = 'another' WHERE admin_id = $1",
  'key revoked': 'DELETE FROM api_keys WHERE id = $1',
  'key expired': 'UPDATE api_keys SET expires_at = now() WHERE id = $1',
  'scope taken': "UPDATE api_keys SET scopes = 'users:read users:write:all' WHERE id = $1",
  deleted: 'DELETE FROM users WHERE id = $1',
} as const;
type Taken = keyof typeof TAKEN;
const OF_ADMINISTRATOR = ['suspended', 'another role', 'deletion requested'] as const;
const OF_ACCOUNT = [...OF_ADMINISTRATOR, 'another factor', 'deleted'] as const;
const OF_SESSION = ['session ended', 'session expired'] as const;
const OF_ACTING = ['acting ended', 'acting expired', 'acting as another', 'acting again'] as const;
const OF_KEY = ['key revoked', 'key expired', 'scope taken'] as const;

describeWhereDatabasesDiffer('a sender', (kind) => {
  const service = sharedService(kind, { ACT_AS_USER: 'on', SESSIONS: 'many' });

  async function everySender() {
    const { db } = service();
    const [admin, maker, owner, other] = [
      await loggedInAdmin(service()),
      await loggedInAdmin(service()),
      await loggedIn(service()),
      await loggedIn(service()),
    ];
    await addPasskey(service(), owner.accessToken);
    await apiKeyOf(service(), maker, { scopes: ['users:read', 'users:write'] });
    const { id: key } = (await db.one<{ id: string }>('SELECT id FROM api_keys WHERE created_by = $1', [maker.id])) ?? {
      id: '',
    };
    const operators = { id: 'of-the-operator', createdBy: null };
    await db.all(
      `INSERT INTO api_keys (id, name, value_hash, scopes, networks, created_at, expires_at)
        SELECT $1, name, 'another', scopes, networks, created_at, expires_at FROM api_keys WHERE id = $2`,
      [operators.id, key],
    );
    await actingAs(service(), admin, owner);
    const acting = await db.one<{ id: string; sessionId: string }>(
      'SELECT id, session_id AS "sessionId" FROM acting WHERE admin_id = $1',
      [admin.id],
    );
    const user = await users.byId(db, owner.id);
    assert.ok(user && acting);
    const { credentialVersion } = user;
    const sessionId = claimsOf(owner.accessToken).sid ?? '';
    const rows = (id: number | string, taken: readonly Taken[]) => taken.map((name) => [name, id] as const);
    return {
      unrelated: [...rows(other.id, ['suspended', 'session ended']), ...rows(admin.id, ['another password'])],
      senders: {
        'with a token': { sender: { user }, ends: rows(owner.id, OF_ACCOUNT) },
        'with a session': { sender: { user, sessionId }, ends: rows(owner.id, [...OF_ACCOUNT, ...OF_SESSION]) },
        'with a token that ends with its password': {
          sender: { user, credentialVersion },
          ends: rows(owner.id, [...OF_ACCOUNT, 'another password']),
        },
        'with a session that ends with its password': {
          sender: { user, credentialVersion, sessionId },
          ends: rows(owner.id, [...OF_ACCOUNT, ...OF_SESSION, 'another password']),
        },
        'who needs a passkey': {
          sender: { user, needsFactor: true },
          ends: rows(owner.id, [...OF_ACCOUNT, 'no passkey']),
        },
        'who acts as the user': {
          sender: {
            user,
            credentialVersion,
            acting: conditions({ ...acting, adminId: admin.id, userId: owner.id }, acting.sessionId),
          },
          ends: [
            ...rows(owner.id, [...OF_ACCOUNT, 'another password']),
            ...rows(admin.id, [...OF_ADMINISTRATOR, ...OF_SESSION, ...OF_ACTING, 'deleted']),
          ],
        },
        'with an API key': {
          sender: { key: stillPermits({ id: key, createdBy: maker.id }, 'users:write') },
          ends: [...rows(key, OF_KEY), ...rows(maker.id, OF_ADMINISTRATOR)],
        },
        'with an API key of the operator': {
          sender: { key: stillPermits(operators, 'users:write') },
          ends: rows(operators.id, OF_KEY),
        },
      },
    };
  }

  it('is stopped by whatever takes its permission, and by nothing else', async () => {
    const { senders, unrelated } = await everySender();
    const { db } = service();
    for (const [name, { sender, ends }] of Object.entries(senders)) {
      assert.ok(await db.batch(senderConditions(sender)), name);
      const all = (taken: Taken, id: number | string) => [
        { sql: TAKEN[taken], params: [id] },
        ...senderConditions(sender),
      ];
      // A refused batch takes back what was taken.
      for (const [taken, id] of ends)
        await assert.rejects(db.batch(all(taken, id)), SenderChanged, `${name}: ${taken}`);
      for (const [taken, id] of unrelated) assert.ok(await db.batch(all(taken, id)), `${name}: ${taken} elsewhere`);
      await db.all("UPDATE users SET account_status = 'ACTIVE'");
    }
  });

  it('is stopped by an account that is gone and, if it may not change administrators, by a new one', async () => {
    const [{ id }, target] = [await loggedIn(service()), await loggedIn(service())];
    const { db } = service();
    const user = await users.byId(db, id);
    assert.ok(user);
    const all = (taken: Taken, excludesAdmins: boolean) => [
      { sql: TAKEN[taken], params: [target.id] },
      ...senderConditions({ user, target: { id: target.id, excludesAdmins } }),
    ];
    for (const excludesAdmins of [false, true])
      await assert.rejects(db.batch(all('deleted', excludesAdmins)), TargetChanged, String(excludesAdmins));
    await assert.rejects(db.batch(all('another role', true)), TargetChanged);
    assert.ok(await db.batch(all('another role', false)));
    assert.ok(await db.batch(all('another role', true)), 'no administrator any more');
  });
});

describe('the conditions of a request', () => {
  const account = { accountStatus: 'ACTIVE', role: 'ADMIN', secondFactors: 0, deletionDueAtMs: null } as const;
  const user = (id: number) => ({ ...account, id });
  const SENDERS = {
    'an administrator': (id: number) => ({ user: user(id), sessionId: 'one' }),
    'an API key': (id: number) => ({ key: stillPermits({ id: 'aa', createdBy: id }, 'users:write') }),
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
      senderConditions({ user: user(id), acting: conditions({ id: 'one', adminId, userId: id }, 'two') })
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
