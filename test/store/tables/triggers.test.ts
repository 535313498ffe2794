import assert from 'node:assert/strict';
import { it } from 'node:test';
import { byOwner, ofAccount, record } from '../../../src/store/audit/record.ts';
import type { Value } from '../../../src/store/engine/database.ts';
import * as profile from '../../../src/store/tables/profile.ts';
import { add, PICTURES_PATH, show } from '../../../src/store/tables/profile-pictures.ts';
import type { User } from '../../../src/store/tables/user.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase, type DatabaseKind, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { insertUser } from '../../support/insert-user.ts';
import type { RawDatabase } from '../../support/raw-database.ts';

let made = 0;
const newUser = (db: RawDatabase, fullName = 'Ada Lovelace', email?: string): Promise<User> => {
  made += 1;
  const own = { fullName, email: email ?? `ada${made}@example.com`, phoneNumber: `+44 ${made}`, industry: 'Computing' };
  return insertUser(db, { ...own, passwordHash: 'none', language: 'en' });
};
const setColumn = (db: RawDatabase, table: string, id: number, column: string, value: Value) =>
  db.all(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, value]);

/** An account that has given this address up. */
async function gaveUp(db: RawDatabase, oldEmail: string, isConfirmed = true): Promise<User> {
  const user = await newUser(db);
  const until = isConfirmed ? 'now()' : 'NULL';
  await db.all(
    `INSERT INTO email_changes (id, user_id, old_email, new_email, requested_at, confirmed_at, revert_until)
      VALUES ($1, $2, $3, $4, now(), ${until}, ${until})`,
    [`change ${made}`, user.id, oldEmail, user.email],
  );
  return user;
}
const freeAddress = () => {
  made += 1;
  return `free${made}@example.org`;
};

/** Any value that differs from the one that `event` writes, by the column. */
const CHANGED: Readonly<Record<string, Value>> = {
  id: 1_000_000,
  happened_at: 0,
  event: 'logged_in',
  user_id: 1_000_001,
  address: '192.0.2.9',
  user_agent: 'Another/1',
  actor: 'somebody else',
  subject: 'key:2',
  subject_name: 'another',
  count: 2,
  repeat_of: 1,
};
async function event(db: RawDatabase, userId: number): Promise<number> {
  await db.batch([record('registered', ofAccount(userId), byOwner({ address: '192.0.2.1', userAgent: 'Browser/1' }))]);
  return (await db.one<{ id: number }>('SELECT MAX(id) AS id FROM audit_events'))?.id ?? 0;
}
/** As when the account is deleted, and this column besides. */
const forgetAnd = (db: RawDatabase, id: number, column: string, value: Value) => {
  const others = ['address', 'user_agent'].filter((one) => one !== column).map((one) => `${one} = NULL`);
  const set = `${column} = ${column === 'happened_at' ? 'at($2)' : '$2'}`;
  return db.all(`UPDATE audit_events SET ${[set, ...others].join(', ')} WHERE id = $1`, [id, value]);
};
/** PostgreSQL has a refusal of its own for the id. */
const REFUSED = /cannot be changed|can only be updated to DEFAULT/;

const partsOf = async (db: RawDatabase, { id }: User) =>
  (await db.all<{ key: string }>('SELECT key FROM user_name_parts WHERE user_id = $1 ORDER BY key', [id])).map(
    ({ key }) => key,
  );

interface Trigger {
  /** Fails when the trigger is not there. */
  readonly does: (db: RawDatabase) => Promise<unknown>;
  /** Fails when it does more than it should. */
  readonly leaves?: (db: RawDatabase) => Promise<unknown>;
}

const RESERVED = /reserved/;
const onInsert = async (db: RawDatabase) => {
  const address = freeAddress();
  await gaveUp(db, address);
  await assert.rejects(newUser(db, 'A thief', address), RESERVED);
};
const onUpdate = async (db: RawDatabase) => {
  const address = freeAddress();
  await gaveUp(db, address);
  const { id } = await newUser(db);
  await assert.rejects(setColumn(db, 'users', id, 'email', address), RESERVED);
};
/** The account itself may have it back, and a change that only waits reserves nothing. */
const notReserved = async (db: RawDatabase) => {
  const [own, waiting] = [freeAddress(), freeAddress()];
  await setColumn(db, 'users', (await gaveUp(db, own)).id, 'email', own);
  await gaveUp(db, waiting, false);
  await setColumn(db, 'users', (await newUser(db)).id, 'email', waiting);
  const another = freeAddress();
  await gaveUp(db, another, false);
  await newUser(db, 'Grace Hopper', another);
};

const COMMON: Readonly<Record<string, Trigger>> = {
  audit_events_are_append_only: {
    async does(db) {
      const columns = Object.keys((await db.one('SELECT * FROM audit_events LIMIT 1')) ?? {});
      assert.deepEqual(columns.sort(), Object.keys(CHANGED).sort());
      const there = await event(db, (await newUser(db)).id);
      const gone = await event(db, 999_999);
      for (const [column, value] of Object.entries(CHANGED)) {
        await assert.rejects(setColumn(db, 'audit_events', there, column, value), `${column} of an account`);
        await assert.rejects(forgetAnd(db, gone, column, value), REFUSED, `${column} of one that is gone`);
      }
      await assert.rejects(forgetAnd(db, there, 'subject_name', null), REFUSED, 'the account is there');
      await assert.rejects(forgetAnd(db, gone, 'user_id', null), REFUSED);
    },
    async leaves(db) {
      const gone = await event(db, 999_998);
      await forgetAnd(db, gone, 'subject_name', null);
      const row = await db.one('SELECT address, user_agent FROM audit_events WHERE id = $1', [gone]);
      assert.deepEqual({ ...row }, { address: null, user_agent: null });
    },
  },
  users_replace_picture: {
    async does(db) {
      for (const url of ['https://example.com/a.png', null]) {
        const { user, pictures } = await withPicture(db);
        await setColumn(db, 'users', user.id, 'profile_image_url', url);
        assert.equal(await pictures(), 0, String(url));
      }
    },
    async leaves(db) {
      const [{ user, pictures }, other] = [await withPicture(db), await withPicture(db)];
      await db.batch([profile.update(user.id, { industry: 'Poetry' })]);
      assert.equal(await pictures(), 1, 'another change of the profile');
      await setColumn(db, 'users', user.id, 'profile_image_url', null);
      assert.equal(await other.pictures(), 1, 'that of somebody else');
    },
  },
  users_name_parts_added: {
    async does(db) {
      const user = await newUser(db, 'Ada of the House');
      assert.deepEqual(await partsOf(db, user), ['house', 'the house']);
    },
    async leaves(db) {
      assert.deepEqual(await partsOf(db, await newUser(db, 'Ada Lovelace')), []);
      assert.deepEqual(await partsOf(db, await newUser(db, 'Ada')), []);
      assert.equal((await partsOf(db, await newUser(db, 'a b c d e f g h i j k'))).length, 6);
    },
  },
  users_name_parts_changed: {
    async does(db) {
      const user = await newUser(db, 'Ada Lovelace');
      await db.batch([profile.update(user.id, { fullName: 'Ada of the House' })]);
      assert.deepEqual(await partsOf(db, user), ['house', 'the house']);
      await db.batch([profile.update(user.id, { fullName: 'Ada Lovelace' })]);
      assert.deepEqual(await partsOf(db, user), []);
      await db.batch([profile.update(user.id, { fullName: 'a b c d e f g h i j k' })]);
      assert.equal((await partsOf(db, user)).length, 6);
    },
  },
};

/** An account that shows a picture of its own. */
async function withPicture(db: RawDatabase): Promise<{ user: User; pictures: () => Promise<number> }> {
  const user = await newUser(db);
  const picture = { contentType: 'image/png', image: 'aa' };
  await db.batch([show(user.id, `${PICTURES_PATH}name${made}`), add(user.id, `name${made}`, picture)]);
  const count = 'SELECT COUNT(*) AS pictures FROM profile_pictures WHERE user_id = $1';
  return { user, pictures: async () => (await db.one<{ pictures: number }>(count, [user.id]))?.pictures ?? 0 };
}

const TRIGGERS: Readonly<Record<DatabaseKind, Readonly<Record<string, Trigger>>>> = {
  sqlite: {
    ...COMMON,
    users_email_not_reserved_on_insert: { does: onInsert, leaves: notReserved },
    users_email_not_reserved_on_update: { does: onUpdate, leaves: notReserved },
  },
  postgres: {
    ...COMMON,
    users_email_not_reserved: {
      async does(db) {
        await onInsert(db);
        await onUpdate(db);
      },
      leaves: notReserved,
    },
  },
};

const SCHEMA: Readonly<Record<DatabaseKind, string>> = {
  sqlite: "SELECT name, tbl_name AS place FROM sqlite_schema WHERE type = 'trigger'",
  postgres: 'SELECT tgname AS name, tgrelid::regclass::text AS place FROM pg_trigger WHERE NOT tgisinternal',
};

describeWhereDatabasesDiffer('each trigger of the schema', (kind) => {
  it('does what it is there for, and nobody else does it: dropped, it is missed', async (t) => {
    const db = (await createTestDatabase(t, kind)).open();
    cleanUpAfter(t, () => db.close());
    await event(db, (await newUser(db)).id);
    const inSchema = await db.all<{ name: string; place: string }>(SCHEMA[kind]);
    assert.deepEqual(inSchema.map(({ name }) => name).sort(), Object.keys(TRIGGERS[kind]).sort());
    for (const { name } of inSchema) {
      await TRIGGERS[kind][name]?.does(db);
      await TRIGGERS[kind][name]?.leaves?.(db);
    }
    for (const { name, place } of inSchema) {
      await db.exclusively(({ run }) => run(`DROP TRIGGER ${name}${kind === 'postgres' ? ` ON ${place}` : ''}`));
      await assert.rejects(Promise.resolve(TRIGGERS[kind][name]?.does(db)), assert.AssertionError, `${name} is missed`);
    }
  });
});
