import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkClock } from '../../src/cli/doctor/database-checks.ts';
import { createFields } from '../../src/config/field-presence.ts';
import { checkImported, NotImported } from '../../src/core/registration/imported-account.ts';
import { stepOfCode } from '../../src/features/authenticator/totp-codes.ts';
import { claim } from '../../src/store/queues/outbox.ts';
import { createAccountTotals } from '../../src/store/tables/account-totals.ts';
import { isRunning } from '../../src/store/tables/instances.ts';
import { take } from '../../src/store/tables/throttles.ts';
import { codeOfApp } from '../support/authenticator.ts';
import { createTestDatabase } from '../support/databases.ts';
import { plantRow } from '../support/plant-row.ts';
import { createStore, openSqlite, type RawStore } from '../support/raw-database.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 18);
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** A database whose clock stands still. */
async function withDatabase<T>(use: (db: RawStore) => Promise<T>): Promise<T> {
  const cleanUps: (() => unknown)[] = [];
  const { url } = await createTestDatabase({ after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) }, 'sqlite');
  const db = createStore(openSqlite(url.replace('sqlite:', ''), () => NOW_MS));
  try {
    await db.all('PRAGMA foreign_keys = OFF');
    return await use(db);
  } finally {
    await db.close();
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

/** Whether the totals, which took long to count, are counted anew when the clock says this. */
async function isCountedAnew(byMs: number): Promise<boolean> {
  let counted = 0;
  let nowMs = NOW_MS;
  const one = async () => {
    counted += 1;
    for (const until = performance.now() + 16; performance.now() < until; );
    return { accounts: 1, sessions: 1, inactive: 0, unverified: 0 } as never;
  };
  const totals = createAccountTotals({ kind: 'sqlite', one, all: async () => [] }, () => nowMs);
  await totals();
  nowMs += byMs;
  await totals();
  return counted === 2;
}

const imports = (createdAt: number): boolean => {
  const rules = {
    fields: createFields(),
    secrets: {},
    isVerified: true,
    takesAdministrators: false,
    keepsLogins: true,
    defaultIndustry: '',
    nowMs: Date.now(),
    languageOf: () => 'en',
  };
  const user = {
    email: 'ada@example.com',
    fullName: 'Ada',
    hash: () => undefined,
    standing: 'open',
    createdAt,
  } as unknown as Parameters<typeof checkImported>[0];
  try {
    return checkImported(user, rules).createdAtMs === createdAt;
  } catch (error) {
    if (error instanceof NotImported) return false;
    throw error;
  }
};

/** What is asked of a time, and the first and the last milliseconds, from now on, for which the answer is yes. */
const BOUNDS: Readonly<
  Record<
    string,
    { readonly ask: (ms: number) => unknown; readonly yes: readonly number[]; readonly no: readonly number[] }
  >
> = {
  'the code of an authenticator app is good': {
    ask: async (ms) => (await stepOfCode(SECRET, codeOfApp(SECRET, NOW_MS), NOW_MS + ms)) !== undefined,
    yes: [-30_000, 59_999],
    no: [-30_001, 60_000],
  },
  'totals are counted anew': { ask: isCountedAnew, yes: [30_001, -30_001], no: [30_000, -30_000] },
  'the clock of this machine is right': {
    ask: (ms) =>
      withDatabase(async (db) => {
        const context = { db, isCurrent: false, nowMs: () => NOW_MS + ms } as unknown as Parameters<
          typeof checkClock
        >[0];
        return (await checkClock(context)).every(({ state }) => state === 'ok');
      }),
    yes: [5000, -5000],
    no: [5001, -5001],
  },
  'an e-mail is sent that is due later': {
    ask: (ms) =>
      withDatabase(async (db) => {
        const times = { due_at: NOW_MS + ms, created_at: NOW_MS, updated_at: NOW_MS };
        await plantRow(db, 'outbox', { user_id: 1, kind: 'verification', state: 'waiting', attempts: 1, ...times });
        return (await claim(db, { untried: 1, tried: 1 }, SECOND_MS)).length === 1;
      }),
    yes: [-1, 0, 3 * MINUTE_MS + 1],
    no: [1, 3 * MINUTE_MS],
  },
  'an e-mail is allowed, of two a minute each': {
    ask: (ms) =>
      withDatabase(async (db) => {
        await plantRow(db, 'throttles', { key: 'k', failures: 0, busy_until: NOW_MS + ms });
        return (await db.batch([{ ...take('k', 2, MINUTE_MS), required: true }])) !== undefined;
      }),
    yes: [-1, 0, MINUTE_MS, 3 * MINUTE_MS + 1],
    no: [MINUTE_MS + 1, 3 * MINUTE_MS],
  },
  'an instance runs that was seen so long ago': {
    ask: (ageMs) => isRunning({ instance: 'a', version: '', startedAtMs: 0, lastAtMs: 0, aheadMs: 0, ageMs }),
    yes: [-MINUTE_MS, 119_999],
    no: [120_000],
  },
  'an account is imported that was made then': {
    ask: (ms) => imports(ms < 0 ? Date.UTC(1990, 0, 1) + ms + 1 : Date.now() + ms),
    yes: [-1, DAY_MS - MINUTE_MS],
    no: [-2, DAY_MS + MINUTE_MS],
  },
};

describe('a bound holds on both of its sides, also where the clock is behind', () => {
  for (const [name, { ask, yes, no }] of Object.entries(BOUNDS)) {
    it(name, async () => {
      for (const ms of yes) assert.equal(await ask(ms), true, `${ms} ms`);
      for (const ms of no) assert.equal(await ask(ms), false, `${ms} ms`);
    });
  }
});
