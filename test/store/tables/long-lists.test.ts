import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type CountPosition, countsBefore, HOUR_MS } from '../../../src/store/audit/hourly-counts.ts';
import type { Value } from '../../../src/store/engine/database.ts';
import { emailPage } from '../../../src/store/queues/outbox-list.ts';
import { findSessions } from '../../../src/store/tables/sessions-of-all-users.ts';
import { countUsers, MAX_COUNT } from '../../../src/store/tables/user-counts.ts';
import { listUsers } from '../../../src/store/tables/user-list.ts';
import { createTestDatabase, describeWhereDatabasesDiffer, type TestDatabase } from '../../support/databases.ts';
import { openPostgres, type RawDatabase } from '../../support/raw-database.ts';

const ACCOUNTS = MAX_COUNT + 100;
const NUMBERS = {
  sqlite: `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ACCOUNTS})`,
  postgres: `WITH numbers AS (SELECT n FROM generate_series(1, ${ACCOUNTS}) AS n)`,
};
/** Milliseconds, to subtract from a time. */
const MS = {
  sqlite: (count: string) => `(${count})`,
  postgres: (count: string) => `(${count}) * interval '1 millisecond'`,
};
/** Accounts with a session. */
const SEEN = ACCOUNTS / 5;
const USED_MS = 1_700_000_000_000;
const FIRST_HOUR = 480_000;

/** Every fifth account has a session, every tenth two; several were used, or end, at the same moment. */
async function fill(db: RawDatabase): Promise<void> {
  const ms = MS[db.kind];
  await db.all(
    `INSERT INTO users (full_name, email, phone_number, industry, password_hash, account_status, created_at, updated_at)
      ${NUMBERS[db.kind]} SELECT 'A', 'a' || n || '@example.com', n || '', 'x', 'x', 'ACTIVE', now(), now() FROM numbers`,
  );
  for (const [slot, every] of [
    [0, 5],
    [1, 10],
  ] as const) {
    await db.all(
      `INSERT INTO refresh_tokens (user_id, slot, id, value_hash, expires_at, created_at, last_used_at, user_agent)
        SELECT id, ${slot}, id || '-${slot}', id || '-${slot}', at($1) - ${ms('id % 900')}, at($2),
          at($2) - ${ms(`(id * 7919 + ${slot} * 13) % 3000`)}, 'agent'
        FROM users WHERE id % ${every} = 0`,
      [2 * USED_MS, USED_MS],
    );
  }
  await db.all(
    `INSERT INTO outbox (user_id, kind, message_id, state, attempts, due_at, created_at, updated_at)
      SELECT id, 'verification', id || '', CASE WHEN id % 5000 = 17 THEN 'dead' ELSE 'sent' END, 1, now(), now(), now()
      FROM users`,
  );
  await db.all(
    `INSERT INTO audit_counts (hour, event, network, events)
      SELECT ${FIRST_HOUR} + (id - id % 50) / 50, CASE WHEN id % 3 = 0 THEN 'throttled' ELSE 'login_failed' END,
        'n' || (id % 50), 1 FROM users`,
  );
  await db.all('ANALYZE');
}

/** All pages of a list together, or as many as have the most that are wanted. */
async function everyPage<Item, Position>(
  read: (after: Position | undefined) => Promise<{ readonly items: readonly Item[]; readonly next: Position | null }>,
  most = Number.POSITIVE_INFINITY,
): Promise<Item[]> {
  const items: Item[] = [];
  let position: Position | undefined;
  do {
    const page = await read(position);
    items.push(...page.items);
    position = page.next ?? undefined;
  } while (position !== undefined && items.length < most);
  return items;
}

describeWhereDatabasesDiffer('a list of thousands', (kind) => {
  let place: TestDatabase;
  let db: RawDatabase;
  const cleanUps: (() => unknown)[] = [];
  before(async () => {
    place = await createTestDatabase({ after: (cleanUp) => cleanUps.push(cleanUp) }, kind);
    db = place.open();
    await fill(db);
  });
  after(async () => {
    await db.close();
    for (const cleanUp of cleanUps) await cleanUp();
  });
  const idsOf = async (sql: string) => (await db.all<{ id: number }>(sql)).map(({ id }) => id);

  it('has each account once, by when it was last seen and by id, those without a session last', async () => {
    for (const [sort, direction] of [
      ['seen', ''],
      ['-seen', 'DESC'],
    ] as const) {
      const listed = await everyPage(async (position: { key: string; id: number } | undefined) => {
        const { users, next } = await listUsers(db, { filters: {}, sort, after: position, limit: 100 });
        return { items: users.map(({ id }) => id), next };
      }, SEEN + 200);
      const expected = await idsOf(
        `SELECT users.id FROM users LEFT JOIN refresh_tokens ON user_id = users.id GROUP BY users.id
          ORDER BY MAX(last_used_at) IS NULL, MAX(last_used_at) ${direction}, users.id ${direction}`,
      );
      assert.equal(expected.length, ACCOUNTS);
      assert.ok(listed.length > SEEN);
      assert.deepEqual(listed, expected.slice(0, listed.length), sort);
    }
  });

  it('has each session that is looked for once, be they many or few', async () => {
    for (const [wanted, limit] of [
      [1, 100],
      [100, 7],
      [1000, 7],
    ] as const) {
      const isWanted = async ({ userId }: { userId: number }) => userId % wanted === 0;
      const listed = await everyPage(async (position: Parameters<typeof findSessions>[1]['after']) => {
        const { sessions, next } = await findSessions(db, { after: position, isWanted, limit });
        return { items: sessions.map(({ userId, slot }) => 10 * userId + slot), next };
      });
      const expected = await idsOf(
        `SELECT 10 * user_id + slot AS id FROM refresh_tokens WHERE user_id % ${wanted} = 0
            ORDER BY expires_at DESC, user_id DESC, slot DESC`,
      );
      assert.deepEqual(listed, expected, `one of ${wanted}, ${limit} on a page`);
    }
  });

  it('has each count of a period once, whatever came after it', async () => {
    const [fromHour, toHour] = [FIRST_HOUR + 20, FIRST_HOUR + 30];
    const period = { network: null, fromMs: fromHour * HOUR_MS, toMs: toHour * HOUR_MS };
    for (const events of [[], ['throttled'], ['suspended']]) {
      const listed = await everyPage(async (position: CountPosition | undefined) => {
        const { counts, end } = await countsBefore(db, position ?? null, { ...period, events }, 40);
        return { items: counts.map(({ hour, event, network }) => `${hour} ${event} ${network}`), next: end ?? null };
      });
      const expected = await db.all<{ hour: number; event: string; network: string }>(
        `SELECT hour, event, network FROM audit_counts WHERE hour >= $1 AND hour < $2 AND ($3 = '' OR event = $3)
          ORDER BY hour DESC, event DESC, network DESC`,
        [fromHour, toHour, events[0] ?? ''],
      );
      assert.equal(expected.length, { '': 500, throttled: 166, suspended: 0 }[events[0] ?? '']);
      assert.deepEqual(
        listed,
        expected.map(({ hour, event, network }) => `${hour} ${event} ${network}`),
      );
    }
  });

  it('is counted up to the highest count, filtered or not', async () => {
    for (const filters of [{}, { factor: 'none' }, { role: 'USER' }]) {
      const { all, active } = await countUsers(db, { filters });
      assert.deepEqual([all, active], Array(2).fill({ count: MAX_COUNT, more: true }), JSON.stringify(filters));
    }
  });

  // The planner knows the values of a statement's first executions alone, and may then plan without them.
  it('reads as much for a later page as for the first, and for what is rare', {
    skip: kind === 'sqlite',
  }, async (t) => {
    const single = openPostgres({ url: place.url, maxConnections: 1, prepareStatements: true });
    t.after(() => single.close());
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await single.all(`SET plan_cache_mode = ${mode}`);
      for (const sort of ['seen', '-seen'] as const) {
        const page = (position?: { key: string; id: number }) => (noting: RawDatabase) =>
          listUsers(noting, { filters: {}, sort, after: position, limit: 100 });
        let { next } = await page()(single);
        for (let pages = 2; pages < 4 && next; pages += 1) ({ next } = await page(next)(single));
        const [first, later] = [await pagesRead(single, page()), await pagesRead(single, page(next ?? undefined))];
        assert.ok(later < 1.2 * first, `${sort}, ${mode}: ${later} instead of ${first}`);
      }
      const dead = { state: 'dead', kind: undefined, recipient: undefined, beforeId: undefined, limit: 50 } as const;
      const read = await pagesRead(single, (noting) => emailPage(noting, dead));
      assert.ok(read < 300, `e-mails that were given up, ${mode}: ${read}`);
    }
  });
});

const PREPARED = `SELECT name, generic_plans + custom_plans AS runs FROM pg_prepared_statements
  WHERE statement NOT LIKE '%pg_prepared_statements%'`;

/** How many pages of 8 KiB PostgreSQL reads for a list, which is a single statement, as it was prepared. */
async function pagesRead(db: RawDatabase, list: (db: RawDatabase) => Promise<unknown>): Promise<number> {
  const asked: (readonly Value[])[] = [];
  const noting: RawDatabase = {
    ...db,
    all: (sql, params = []) => {
      asked.push(params);
      return db.all(sql, params);
    },
  };
  const runs = async () => (await db.all<{ name: string; runs: number }>(PREPARED)).map((one) => JSON.stringify(one));
  const before = new Set(await runs());
  await list(noting);
  const [ran = '', ...others] = (await runs()).filter((one) => !before.has(one));
  assert.deepEqual([asked.length, others], [1, []]);
  const values = asked[0]?.map((value) => `'${value}'`).join(', ');
  const explained = await db.all<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE "${JSON.parse(ran).name}"${values && `(${values})`}`,
  );
  const plan = explained.map((line) => line['QUERY PLAN']).join('\n');
  // Of the topmost node, which has those of all others in it.
  const [, hit] = /Buffers: shared hit=(\d+)/.exec(plan) ?? assert.fail(plan);
  return Number(hit);
}
