import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { housekeepingStep } from '../../src/app/housekeeping.ts';
import { type MailedPurpose, PURPOSES } from '../../src/declare/purposes-and-lifetimes.ts';
import { openSqlite } from '../../src/store/engine/drivers/sqlite.ts';
import type { Clock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/databases.ts';
import { LIFETIMES, MAILED, SETTINGS } from '../support/lifetimes.ts';
import { type Service, startService } from '../support/service.ts';

/** Time is divided into steps for the codes of authenticator apps. */
const STEP_MS = 30_000;
const RETENTION = { auditKeptMs: 90 * 86_400_000, unverifiedKeptMs: 0 };

/** Time that passes only when it is told to, so that the last moment of something can be met exactly. */
function stopped(database: TestDatabase): TestDatabase & { readonly wait: (ms: number) => void } {
  let now = Date.now();
  const nowMs = () => now;
  const clock: Clock = { ...database.clock, nowMs };
  return {
    ...database,
    clock,
    open: () => openSqlite(database.url.replace('sqlite:', ''), nowMs),
    wait: (ms) => {
      now += ms;
    },
  };
}

describe('a lifetime', () => {
  let service: Service;
  let wait: (ms: number) => void;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
    const { wait: pass, ...database } = stopped(await createTestDatabase(t, 'sqlite'));
    service = await startService(t, 'sqlite', SETTINGS, database);
    wait = pass;
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  it('is known for every purpose of a token', () => {
    for (const [purpose, { ms }] of Object.entries(MAILED)) assert.equal(PURPOSES[purpose as MailedPurpose].ttlMs, ms);
  });

  for (const { name, ms, get, answers } of LIFETIMES) {
    it(`of ${name} ends at its last moment, not before and not after`, async () => {
      // Tokens know whole seconds, and codes whole steps.
      wait(STEP_MS - (service.clock.nowMs() % STEP_MS));
      const [early, late] = [await get(service), await get(service)];
      wait(ms - 1);
      const during = await early();
      wait(1);
      assert.deepEqual([during.status, (await late()).status], answers);
    });
  }

  for (const { name, ms, get, answers, again } of LIFETIMES) {
    if (again === undefined) continue;
    it(`of ${name} ends with its use, whatever housekeeping removes until its last moment`, async () => {
      wait(STEP_MS - (service.clock.nowMs() % STEP_MS));
      const use = await get(service);
      assert.equal((await use()).status, answers[0]);
      assert.equal((await use()).status, again, 'at once');
      wait(ms - 1);
      await housekeepingStep(service.db, RETENTION);
      assert.equal((await use()).status, again, 'at the last moment');
    });
  }
});
