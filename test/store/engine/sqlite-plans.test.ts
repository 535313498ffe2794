import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { latestRequesters } from '../../../src/store/audit/read.ts';
import { byOwner, ofAccount, record } from '../../../src/store/audit/record.ts';
import type { Value } from '../../../src/store/engine/database.ts';
import * as outbox from '../../../src/store/queues/outbox.ts';
import { dropDead } from '../../../src/store/queues/outbox-admin.ts';
import { deleteExpiredRows } from '../../../src/store/tables/delete-expired-rows.ts';
import { list as listNotes } from '../../../src/store/tables/user-notes.ts';
import { cleanUpAfter } from '../../support/clean-up.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { createStore, type RawDatabase, type RawStore } from '../../support/raw-database.ts';

const NOBODY = { address: null, userAgent: null };

/** Runs the work, and returns how SQLite found the rows of each statement. */
async function plansOf(db: RawDatabase, work: (db: RawStore) => Promise<unknown>): Promise<string[]> {
  const asked: [sql: string, params: readonly Value[]][] = [];
  const noted = (sql: string, params: readonly Value[] = []) => void asked.push([sql, params]);
  const noting: RawDatabase = {
    ...db,
    one: (sql, params) => {
      noted(sql, params);
      return db.one(sql, params);
    },
    all: (sql, params) => {
      noted(sql, params);
      return db.all(sql, params);
    },
    batch: (statements) => {
      for (const { sql, params } of statements) noted(sql, params);
      return db.batch(statements);
    },
  };
  await work(createStore(noting));
  assert.ok(asked.length > 0);
  const plans: string[] = [];
  for (const [sql, params] of asked) {
    for (const { detail } of await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)) {
      plans.push(`${detail}: ${sql}`);
    }
  }
  return plans;
}

/**
 * SQLite keeps no statistics: which index it takes depends on the indexes alone, so that one that is added for
 * something else can change it.
 */
describe('what SQLite is asked for all the time', () => {
  /**
   * A whole table or index (the names are those of subqueries), all rows of one state, or a sort, which begins when all
   * rows are read.
   */
  const READS_MORE_AND_MORE =
    /^SCAN (?!CONSTANT ROW|(?:untried|tried|misdated|void|caused|subject_of_event|request)\b)|outbox_by_state|TEMP B-TREE(?! FOR DISTINCT)/;
  for (const [what, work] of [
    ['the next e-mails to be sent', (db) => outbox.claim(db, { untried: 6, tried: 4, void: 6 }, 1000)],
    ['when the next e-mail is due', (db) => outbox.nextDueInMs(db)],
    ['e-mails that are too old', (db) => outbox.giveUpOlder(db, 'verification', 1000, 'too old')],
    ['e-mails that were given up, in steps', (db) => db.batch([dropDead(0), dropDead(0, true)])],
    ['what may be removed', (db) => deleteExpiredRows(db, 1000)],
    [
      'whether an account causes an event too often',
      (db) => db.batch([record('passkey_failed', ofAccount(1), byOwner(NOBODY))]),
    ],
    ['whether an account gets an e-mail too often', (db) => db.batch([outbox.enqueue('passkey_added', 'a@b.example')])],
    ['the notes about an account', (db) => listNotes(db, 1)],
    ['where an account logged in lately', (db) => latestRequesters(db, 'logged_in', 1, 200)],
  ] satisfies [string, (db: RawStore) => Promise<unknown>][]) {
    it(`is found without reading the others: ${what}`, async (t) => {
      const db = (await createTestDatabase(t, 'sqlite')).open();
      cleanUpAfter(t, () => db.close());
      const plans = await plansOf(db, work);
      assert.deepEqual(
        plans.filter((plan) => READS_MORE_AND_MORE.test(plan)),
        [],
      );
    });
  }

  it('is found without reading the others: e-mails tried before and those not, from an index each', async (t) => {
    const db = (await createTestDatabase(t, 'sqlite')).open();
    cleanUpAfter(t, () => db.close());
    const plans = await plansOf(db, (noting) => outbox.claim(noting, { untried: 6, tried: 4, void: 6 }, 1000));
    for (const index of ['outbox_fresh', 'outbox_tried', 'outbox_waiting', 'outbox_void']) {
      assert.equal(plans.filter((plan) => plan.includes(` USING INDEX ${index} (state=? AND due_at`)).length, 1, index);
    }
  });
});
