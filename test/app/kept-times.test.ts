import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { housekeepingStep } from '../../src/app/housekeeping.ts';
import { touch } from '../../src/features/api-keys/table.ts';
import * as grants from '../../src/features/openid/apps/grant-table.ts';
import { commitUnrecorded } from '../../src/store/commit.ts';
import { EXPIRED } from '../../src/store/tables/delete-expired-rows.ts';
import { record } from '../../src/store/tables/instance-keys.ts';
import { createTestDatabase } from '../support/databases.ts';
import { type Columns, plantRow } from '../support/plant-row.ts';
import { createStore, openSqlite, type RawStore } from '../support/raw-database.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RETENTION = { auditKeptMs: 90 * DAY_MS, unverifiedKeptMs: 10 * DAY_MS };

/** The beginning of a day. */
const START_MS = Date.UTC(2026, 10, 18);
const AN_HOUR_AGO = START_MS - HOUR_MS;

/** A row, and when something becomes of it. */
interface Rule {
  readonly table: string;
  readonly row: Columns;
  readonly others?: readonly (readonly [table: string, row: Columns])[];
  /** The first moment at which it has happened, from the start on. */
  readonly afterMs: number;
  /** What is done at both moments; otherwise a step of housekeeping. */
  readonly act?: (db: RawStore) => Promise<unknown>;
  /** The condition of the row to which it has happened; otherwise it is gone. */
  readonly expected?: string;
}

const CLIENT = { id: 'app', document_fetched_at: null };
const changeOfAddress = { id: 'change', user_id: 1, confirmed_at: null, revert_until: null, requested_at: START_MS };
const unverified = { id: 1, account_status: 'INACTIVE', created_at: AN_HOUR_AGO, updated_at: AN_HOUR_AGO };
const housekeeping = (db: RawStore) => housekeepingStep(db, RETENTION);
const twice = async (db: RawStore) => {
  await housekeeping(db);
  await housekeeping(db);
};

const RULES: Readonly<Record<string, Rule>> = {
  'an authenticator app that nobody confirmed': {
    table: 'totp',
    row: { user_id: 1, pending_sealed: 'k:x', pending_until: START_MS },
    afterMs: 1,
  },
  'a second authenticator app that nobody confirmed': {
    table: 'totp',
    row: { user_id: 1, sealed: 'k:x', pending_sealed: 'k:y', pending_until: START_MS },
    afterMs: 1,
    expected: 'pending_sealed IS NULL AND pending_until IS NULL AND sealed IS NOT NULL',
  },
  'a login by e-mail that nobody finished': { table: 'login_requests', row: { expires_at: START_MS }, afterMs: 1 },
  'a session': { table: 'refresh_tokens', row: { user_id: 1, expires_at: START_MS }, afterMs: 1 },
  'a challenge that was used': { table: 'spent', row: { expires_at: START_MS }, afterMs: 1 },
  'the token of an app': { table: 'openid_records', row: { expires_at: START_MS }, afterMs: 1 },
  'a document that no app was used by': {
    table: 'openid_clients',
    row: { id: 'https://app.example', document_fetched_at: START_MS },
    afterMs: 2 * DAY_MS + 1,
  },
  'what an administrator acts as': {
    table: 'acting',
    row: { admin_id: 1, user_id: 2, expires_at: START_MS },
    afterMs: 1,
  },
  'an admin link': { table: 'admin_links', row: { expires_at: START_MS }, afterMs: 1 },
  'a change of address that nobody confirmed': {
    table: 'email_changes',
    row: changeOfAddress,
    afterMs: 2 * DAY_MS + 1,
  },
  'a change of address that can no longer be reverted': {
    table: 'email_changes',
    row: { ...changeOfAddress, requested_at: AN_HOUR_AGO, confirmed_at: AN_HOUR_AGO, revert_until: START_MS },
    afterMs: 1,
  },
  'a bucket of e-mails that is full again': {
    table: 'throttles',
    row: { failures: 0, busy_until: START_MS },
    afterMs: 1,
  },
  'wrong passwords': { table: 'throttles', row: { failures: 1, busy_until: START_MS }, afterMs: 15 * MINUTE_MS + 1 },
  'an instance that has stopped': { table: 'instances', row: { last_at: START_MS }, afterMs: DAY_MS + 1 },
  'an e-mail that was sent': {
    table: 'outbox',
    row: { user_id: 1, kind: 'verification', state: 'sent', updated_at: START_MS, created_at: AN_HOUR_AGO },
    afterMs: 7 * DAY_MS + 1,
  },
  'an e-mail that was given up, of an account that is gone': {
    table: 'outbox',
    row: { user_id: null, kind: 'account_deleted', state: 'dead', updated_at: START_MS },
    afterMs: 1,
  },
  'what stands for an e-mail to a stranger': {
    table: 'outbox',
    row: { user_id: null, kind: 'password_reset', state: 'void', due_at: START_MS },
    afterMs: MINUTE_MS / 2 + 1,
  },
  'an audit event': {
    table: 'audit_events',
    row: { event: 'key_rotated', actor: 'operator', happened_at: START_MS },
    afterMs: 90 * DAY_MS + 1,
  },
  'an account that is not verified': {
    table: 'users',
    row: { ...unverified, created_at: START_MS },
    afterMs: 10 * DAY_MS + 1,
  },
  'an account that is not verified, imported today': {
    table: 'users',
    row: { ...unverified, created_at: START_MS - 400 * DAY_MS, updated_at: START_MS },
    afterMs: 10 * DAY_MS + 1,
  },
  'an account whose deletion was requested': {
    table: 'users',
    row: { ...unverified, account_status: 'ACTIVE', deletion_due_at: START_MS + DAY_MS },
    afterMs: DAY_MS,
  },
  'a count of what strangers did': {
    table: 'audit_counts',
    row: { hour: START_MS / HOUR_MS },
    afterMs: 90 * DAY_MS + HOUR_MS,
  },
  'an event of a stranger, which is only counted then': {
    table: 'audit_events',
    row: { event: 'login_failed', user_id: null, address: '192.0.2.1', happened_at: START_MS },
    act: twice,
    afterMs: MINUTE_MS + 1,
  },
  'who was active on a day': {
    table: 'active_users',
    row: { day: START_MS / DAY_MS, user_id: 1 },
    others: [['statistics_progress', { name: 'audit_events', position: 0, day: START_MS / DAY_MS + 100 }]],
    afterMs: 2 * DAY_MS,
  },
  'who was active, while events of the next day may be missing': {
    table: 'active_users',
    row: { day: START_MS / DAY_MS, user_id: 1 },
    others: [['statistics_progress', { name: 'audit_events', position: 0, day: START_MS / DAY_MS + 2 }]],
    afterMs: 2 * DAY_MS,
  },
  'the key of an instance that has stopped': {
    table: 'instance_keys',
    row: { instance: 'a', used_for: 'data', fingerprint: 'f', last_at: START_MS },
    act: (db) =>
      commitUnrecorded(db, 'a heartbeat', {
        noted: record('b', [{ use: 'data', fingerprint: 'f', name: null, algorithm: null, signs: false }], DAY_MS),
      }),
    expected: "(SELECT COUNT(*) FROM instance_keys WHERE instance = 'a') = 0",
    afterMs: DAY_MS + 1,
  },
  'the last use of an API key': {
    table: 'api_keys',
    row: { id: 'key', last_used_at: START_MS },
    act: (db) => commitUnrecorded(db, 'a use of a key', { noted: touch('key') }),
    expected: `last_used_at > ${START_MS}`,
    afterMs: MINUTE_MS + 1,
  },
  'the last use of an app': {
    table: 'openid_grants',
    row: { user_id: 1, client_id: 'app', last_used_at: START_MS },
    others: [['openid_clients', CLIENT]],
    act: (db) => commitUnrecorded(db, 'a use of an app', { noted: grants.touch(1, 'app') }),
    expected: `last_used_at > ${START_MS}`,
    afterMs: HOUR_MS,
  },
};

async function hasHappened(
  t: TestContext,
  { table, row, others = [], act = housekeeping, expected }: Rule,
  ms: number,
) {
  const { url } = await createTestDatabase(t, 'sqlite');
  let nowMs = START_MS;
  const db = createStore(openSqlite(url.replace('sqlite:', ''), () => nowMs));
  try {
    await db.all('PRAGMA foreign_keys = OFF');
    for (const [name, columns] of [...others, [table, row] as const]) await plantRow(db, name, columns);
    assert.equal((await db.all(`SELECT * FROM ${table}`)).length, 1);
    nowMs = START_MS + ms;
    await act(db);
    const left = await db.all(`SELECT * FROM ${table}`);
    return expected === undefined
      ? left.length === 0
      : (await db.all(`SELECT * FROM ${table} WHERE ${expected}`)).length === 1;
  } finally {
    await db.close();
  }
}

describe('what is kept for a time', () => {
  for (const [name, rule] of Object.entries(RULES)) {
    it(`is kept for it, and no longer: ${name}`, async (t) => {
      assert.deepEqual(
        [await hasHappened(t, rule, rule.afterMs - 1), await hasHappened(t, rule, rule.afterMs)],
        [false, true],
      );
    });
  }

  it('is listed here, whatever housekeeping removes', () => {
    const removed = Object.values(RULES).map(({ table }) => table);
    for (const [table, rules = []] of Object.entries(Object.groupBy(EXPIRED, (one) => one.table))) {
      const here = removed.filter((one) => one === table).length;
      assert.ok(here >= rules.length, `${table}: ${rules.length} rules, and ${here} of them here`);
    }
  });
});
