import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resealAll } from '../../../src/administration/rotate-data-keys.ts';
import { changeDeadEmails } from '../../../src/administration/unsent-emails.ts';
import { OPERATOR } from '../../../src/cli/framework/operator.ts';
import { listEmails } from '../../../src/cli/mail.ts';
import { usersCommand } from '../../../src/cli/users.ts';
import { sweepDeletions } from '../../../src/core/lifecycle/delete-account.ts';
import { sweepUnverified } from '../../../src/core/registration/remove-unverified.ts';
import { endAllSessions, endSessionsOfMany } from '../../../src/core/sign-in/end-sessions.ts';
import { createDataKeys } from '../../../src/keys/data-keys.ts';
import { countAnonymousEvents } from '../../../src/store/audit/hourly-counts.ts';
import { deleteExpiredRows } from '../../../src/store/tables/delete-expired-rows.ts';
import { addToStatistics } from '../../../src/store/tables/statistics.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase, describeWhereDatabasesDiffer } from '../../support/databases.ts';
import { createStore, type RawDatabase, type RawStore } from '../../support/raw-database.ts';

const LONG_MS = 9_999_999;
const numbers = (rows: number) =>
  `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})`;

const insertUsers = (rows: number, status = 'ACTIVE', more = '', values = '') => `INSERT INTO users
    (full_name, email, phone_number, industry, password_hash, account_status, created_at, updated_at${more})
  ${numbers(rows)} SELECT 'Ada Lovelace', 'ada' || n || '@example.com', '+' || n, 'Computing', 'none', '${status}',
  now(), now()${values} FROM numbers`;
const countOf = async (db: RawDatabase, what: string) =>
  Number((await db.one<{ count: number }>(`SELECT COUNT(*) AS count FROM ${what}`))?.count);

/** Repeats what says that there may be more, as housekeeping does; it would not come again before the next time. */
const whileMore = (step: (db: RawStore) => Promise<boolean>) => async (db: RawStore) => {
  while (await step(db));
};

interface Work {
  readonly name: string;
  /** Two steps and one more. */
  readonly rows: number;
  /** Statements that make as many rows. */
  readonly given: readonly string[];
  readonly run: (db: RawStore) => Promise<unknown>;
  /** What is left to do, counted: all of it before, nothing afterwards. */
  readonly left: string;
}

const event = (rows: number, name: string, others: string, values: string) =>
  `INSERT INTO audit_events (happened_at, event, ${others}) ${numbers(rows)} SELECT now(), '${name}', ${values} ` +
  'FROM numbers';
const dead = `INSERT INTO outbox (kind, message_id, recipient, state, due_at, created_at, updated_at, user_id)
  SELECT 'verification', 'message ' || id, email, 'dead', now(), now(), now(), id FROM users`;
const session = (slot: string, valueHash: string) =>
  `INSERT INTO refresh_tokens (user_id, slot, id, value_hash, expires_at, created_at)
    SELECT id, ${slot}, ${valueHash}, ${valueHash}, now() + ms($1), now() FROM users`;

const oldKey = createDataKeys([{ name: 'old', secret: 'the-older-of-the-keys-4f8a1c7e90' }]);
const bothKeys = createDataKeys([
  { name: 'new', secret: 'the-newer-of-the-keys-b2d6039c51' },
  { name: 'old', secret: 'the-older-of-the-keys-4f8a1c7e90' },
]);

const WORKS: readonly Work[] = [
  {
    name: 'all e-mails that were given up are tried again',
    rows: 1001,
    given: [insertUsers(1001), dead],
    run: (db) => changeDeadEmails(db, 'retry', OPERATOR),
    left: `outbox WHERE state = 'dead'`,
  },
  {
    name: 'all e-mails that were given up are dropped',
    rows: 1001,
    given: [insertUsers(1001), dead],
    run: (db) => changeDeadEmails(db, 'drop', OPERATOR),
    left: `outbox WHERE state = 'dead'`,
  },
  {
    name: 'every session ends',
    rows: 2001,
    given: [insertUsers(2001), session('0', `'one ' || id`)],
    run: (db) => endAllSessions(db, OPERATOR),
    left: 'refresh_tokens',
  },
  {
    name: 'every link of every account ends',
    rows: 2001,
    given: [insertUsers(2001)],
    run: (db) => endAllSessions(db, OPERATOR),
    left: 'users WHERE credential_version = 1',
  },
  {
    name: 'one session of each account is left with SESSIONS=single',
    rows: 1001,
    given: [insertUsers(1001), session('5', `'one ' || id`), session('6', `'two ' || id`)],
    run: endSessionsOfMany,
    left: 'refresh_tokens WHERE slot = 5',
  },
  {
    name: 'accounts that were never verified are removed',
    rows: 101,
    given: [insertUsers(101, 'INACTIVE'), `UPDATE users SET created_at = now() - ms($1)`],
    run: whileMore((db) => sweepUnverified(db, 1000)),
    left: 'users',
  },
  {
    name: 'accounts are deleted when their time has come',
    rows: 101,
    given: [insertUsers(101, 'ACTIVE', ', deletion_due_at', ', now()')],
    run: whileMore(sweepDeletions),
    left: 'users',
  },
  {
    name: 'expired sessions are removed',
    rows: 1001,
    given: [insertUsers(1001), session('0', `'one ' || id`), `UPDATE refresh_tokens SET expires_at = now() - ms($1)`],
    run: whileMore((db) => deleteExpiredRows(db, 9_999_999)),
    left: 'refresh_tokens',
  },
  {
    name: 'events are added to the statistics',
    rows: 4001,
    given: [event(4001, 'exported', 'user_id', '1')],
    run: whileMore(addToStatistics),
    left: 'audit_events WHERE id > COALESCE((SELECT MAX(position) FROM statistics_progress), 0)',
  },
  {
    name: 'events of strangers are counted',
    rows: 1001,
    given: [event(1001, 'login_failed', 'address', `'192.0.2.' || (n % 100)`)],
    run: async (db) => {
      await whileMore(addToStatistics)(db);
      await whileMore((one) => countAnonymousEvents(one, (address) => address))(db);
    },
    left: 'audit_events',
  },
];

const LISTED = 1001;
const LISTS: Readonly<Record<string, (db: RawStore, print: (line: string) => void) => Promise<void>>> = {
  'users list': (db, print) => usersCommand(db, ['list'], print),
  'mail list dead': (db, print) => listEmails(db, ['dead'], print),
};

describeWhereDatabasesDiffer('what is done in steps is done to the end', (kind) => {
  const databaseWith = async (t: Parameters<typeof createTestDatabase>[0], given: readonly string[]) => {
    const { open, clock } = await createTestDatabase(t, kind);
    const db = createStore(open());
    cleanUpAfter(t, () => db.close());
    for (const sql of given) await db.all(sql, sql.includes('$1') ? [LONG_MS] : []);
    await clock.advance(120_000);
    return db;
  };

  for (const { name, rows, given, run, left } of WORKS) {
    it(name, async (t) => {
      const db = await databaseWith(t, given);
      assert.equal(await countOf(db, left), rows, 'there is much to do');
      await run(db);
      assert.equal(await countOf(db, left), 0);
    });
  }

  it('secrets of authenticator apps are sealed with the new key', async (t) => {
    const db = await databaseWith(t, [insertUsers(401)]);
    const ids = await db.all<{ id: number }>('SELECT id FROM users');
    await db.batch(
      ids.map(({ id }) => ({
        sql: 'INSERT INTO totp (user_id, sealed) VALUES ($1, $2)',
        params: [id, oldKey.seal({ table: 'totp', column: 'sealed', userId: id }, 'secret')],
      })),
    );
    assert.deepEqual(await resealAll(db, bothKeys, OPERATOR), { resealed: ids.length, failures: [] });
    assert.equal(await countOf(db, `totp WHERE sealed NOT LIKE 'new:%'`), 0);
  });

  it('lists of the command line are whole', async (t) => {
    const db = await databaseWith(t, [insertUsers(LISTED), dead]);
    for (const [command, run] of Object.entries(LISTS)) {
      const lines: string[] = [];
      await run(db, (line) => lines.push(line));
      assert.equal(lines.filter((line) => line.includes('@example.com')).length, LISTED, command);
    }
  });
});
