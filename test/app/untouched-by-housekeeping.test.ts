import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { housekeepingStep } from '../../src/app/housekeeping.ts';
import { loggedInAdmin } from '../support/admin.ts';
import { ADMIN_CHANGES } from '../support/changing-operations.ts';
import { runCommand } from '../support/command.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createStore, type RawDatabase, type RawStore } from '../support/raw-database.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedService } from '../support/scenarios.ts';
import { EVERY_FEATURE } from '../support/service.ts';
import { allRows } from '../support/whole-database.ts';

const DAY_MS = 86_400_000;
const RETENTION = { auditKeptMs: 30 * DAY_MS, unverifiedKeptMs: 10 * DAY_MS };
/** What housekeeping writes itself. */
const OWN = new Set(['statistics', 'statistics_progress', 'active_users', 'audit_counts', 'email_outcomes']);

async function keepHouse(db: RawStore): Promise<void> {
  for (let step = 0; step < 3; step += 1) await housekeepingStep(db, RETENTION);
}
const rowsOf = async (db: RawDatabase) =>
  Object.fromEntries([...(await allRows(db))].filter(([name]) => !OWN.has(name)));

/** Accounts of another system, each with one more that housekeeping might take for a reason to remove or change it. */
const IMPORTED: Readonly<Record<string, object>> = {
  active: {},
  unverified: { email_verified: false },
  invited: { email_verified: false, invited_at: '2015-01-01T00:00:00Z' },
  suspended: { account_status: 'SUSPENDED' },
  'suspended before it was verified': { account_status: 'SUSPENDED', email_verified: false },
  'to be deleted': { deletion_due_at: new Date(Date.now() + 30 * DAY_MS).toISOString() },
  'suspended, and to be deleted long ago': { account_status: 'SUSPENDED', deletion_due_at: '2016-01-01T00:00:00Z' },
};

describe('housekeeping', () => {
  it('leaves alone what was imported, now and while it has still time', async (t) => {
    const { url, open, clock } = await createTestDatabase(t, 'sqlite');
    const times = { created_at: '2014-01-01T00:00:00Z', updated_at: '2014-06-01T00:00:00Z', email_verified: true };
    const users = Object.values(IMPORTED).map((more, at) => ({ email: `${at}@example.com`, ...times, ...more }));
    const file = `${url.replace('sqlite:', '')}.jsonl`;
    writeFileSync(file, users.map((one) => JSON.stringify(one)).join('\n'));
    const { code, stderr } = await runCommand(['import', file], { DATABASE_URL: url });
    assert.equal(code, 0, stderr);
    const db = createStore(open());
    t.after(() => db.close());
    const before = await rowsOf(db);
    assert.equal(before.users?.length, users.length);
    for (const days of [0, 9]) {
      await clock.jump(days * DAY_MS);
      await keepHouse(db);
      assert.deepEqual(await rowsOf(db), before, `after ${days} days`);
    }
    await clock.jump(2 * DAY_MS);
    await keepHouse(db);
    const left = (await db.all<{ email: string }>('SELECT email FROM users ORDER BY id')).map(({ email }) => email);
    assert.deepEqual(
      left,
      ['0', '3', '4', '5', '6'].map((at) => `${at}@example.com`),
      'never verified',
    );
  });

  const service = sharedService('sqlite', { ...EVERY_FEATURE, SESSIONS: 'many', MAX_EMAIL_BURST: '0' });
  for (const [id, prepare] of Object.entries(ADMIN_CHANGES)) {
    it(`leaves alone what an administrator has changed: ${id}`, async () => {
      const admin = await loggedInAdmin(service());
      const { params = {}, body } = await prepare(service(), admin);
      const { method = '', path = '' } = ROUTES.find(({ operation }) => operation.id === id) ?? {};
      const filled = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
      const answer = await service().request(method, filled, { token: admin.accessToken, body });
      assert.ok(answer.status < 300, answer.text);
      await service().emailsTo('');
      const before = await rowsOf(service().db);
      await keepHouse(service().db);
      assert.deepEqual(await rowsOf(service().db), before);
    });
  }
});
