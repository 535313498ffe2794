import assert from 'node:assert/strict';
import { it } from 'node:test';
import { housekeepingStep, INTERVAL_MS } from '../../../src/app/housekeeping.ts';
import { UNVERIFIED_STEP } from '../../../src/core/registration/remove-unverified.ts';
import { describeOnBothDatabases } from '../../support/databases.ts';
import { suspend } from '../../support/operator.ts';
import {
  registered,
  registration,
  type Service,
  startService,
  verificationToken,
  verified,
} from '../../support/service.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 24 * 3_600_000;

const emailsOf = async ({ db }: Service): Promise<unknown[]> =>
  (await db.all('SELECT email FROM users ORDER BY id')).map(({ email }) => email);

/** Registered as long ago as one is now, without the cost of a password hash for each. */
const addUnverified = ({ db }: Service, count: number) =>
  db.batch(
    Array.from({ length: count }, (_, at) => ({
      sql: `INSERT INTO users (full_name, email, phone_number, industry, password_hash, created_at, updated_at)
        VALUES ('Nobody', $1, $1, 'None', '-', now(), now())`,
      params: [`squatted-${at}@example.com`],
    })),
  );

describeOnBothDatabases('accounts that were never verified', (kind) => {
  it('are removed after UNVERIFIED_KEPT, with a record of it, and no others', async (t) => {
    const service = await startService(t, kind, { UNVERIFIED_KEPT: '30d' });
    const active = await verified(service);
    const suspended = await registered(service);
    await suspend(service, suspended.email);
    const abandoned = await registered(service);
    await addUnverified(service, UNVERIFIED_STEP);
    // No time passes: housekeeping that is under way would be due again only an interval later.
    await service.clock.jump(30 * DAY_MS - INTERVAL_MS);
    const late = await registered(service);
    await housekeepingStep(service.db, { auditKeptMs: 90 * DAY_MS, unverifiedKeptMs: 30 * DAY_MS });
    assert.equal((await emailsOf(service)).length, UNVERIFIED_STEP + 4, 'nothing is removed before its time');

    await service.clock.advance(INTERVAL_MS + 1000);
    await until('they are removed', async () => (await emailsOf(service)).length === 3);
    assert.deepEqual(await emailsOf(service), [active.email, suspended.email, late.email]);
    const removed = await service.db.all("SELECT user_id FROM audit_events WHERE event = 'unverified_removed'");
    assert.equal(removed.length, UNVERIFIED_STEP + 1);
    assert.ok(removed.some(({ user_id }) => user_id === abandoned.id));

    const again = registration({ email: abandoned.email, phone_number: abandoned.phoneNumber });
    assert.equal((await service.request('POST', '/api/register', { body: again })).status, 201);
    await service.request('POST', '/api/verify', { token: await verificationToken(service, late.email) });
  });

  it('are kept without it', async (t) => {
    const service = await startService(t, kind);
    const { email } = await registered(service);
    await service.clock.advance(400 * DAY_MS);
    await housekeepingStep(service.db, { auditKeptMs: 90 * DAY_MS, unverifiedKeptMs: 0 });
    assert.deepEqual(await emailsOf(service), [email]);
  });
});
