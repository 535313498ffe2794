import { commitUnrecorded, NOTHING, orNothing, type Store } from '../commit.ts';
import { list, orThrow, query, type Reads, statement } from '../engine/database.ts';

// Events are summed later: a counter per login would make logins wait for each other.

/** The age at which a row is counted: PostgreSQL commits rows out of order, but none this late. */
const SETTLED_MS = 60_000;
/** Rows per transaction, so that transactions stay short. */
const STEP = 2000;
/** Uncounted rows that an answer includes. More exist only if housekeeping is behind. */
const MAX_UNCOUNTED = 20_000;
const DAY_MS = 86_400_000;
const COUNTED = 'counted for the statistics';

const ADD = 'ON CONFLICT (day, name) DO UPDATE SET events = statistics.events + excluded.events';
/** Counts users not yet recorded for that day. Runs in a batch that locks the progress of the audit events. */
const countActive = (users: string) => `INSERT INTO statistics (day, name, events)
  SELECT day, 'active_users', COUNT(*) FROM (${users}) AS users
  WHERE NOT EXISTS (SELECT 1 FROM active_users WHERE active_users.day = users.day
  AND active_users.user_id = users.user_id)
  GROUP BY day ${ADD}`;
/** Deleted accounts are not recorded: a login in their last minute may be counted twice. */
const recordActive = (given: string) => `INSERT INTO active_users (day, user_id)
  SELECT given.day, given.user_id FROM (${given}) AS given JOIN users ON users.id = given.user_id
  WHERE given.user_id IS NOT NULL ON CONFLICT (day, user_id) DO NOTHING`;

const LOGINS = `SELECT DISTINCT day(happened_at) AS day, user_id FROM audit_events
  WHERE id > $1 AND id <= $2 AND event = 'logged_in' AND user_id IS NOT NULL`;

interface Source {
  readonly table: string;
  readonly name: string;
  /** Further statements of the batch; $1 and $2 are the id before the first and the id of the last added row. */
  readonly also: readonly string[];
}

/** Tables with a row per event. */
const SOURCES: readonly Source[] = [
  { table: 'audit_events', name: 'event', also: [countActive(LOGINS), recordActive(LOGINS)] },
  { table: 'email_outcomes', name: 'name', also: ['DELETE FROM email_outcomes WHERE id > $1 AND id <= $2'] },
];

interface Progress {
  readonly position: number;
  readonly day: number;
}

const BEGIN = 'INSERT INTO statistics_progress (name, position, day) VALUES ($1, 0, 0) ON CONFLICT (name) DO NOTHING';
const PROGRESS = query<Progress>`SELECT position, day FROM statistics_progress WHERE name = $1`;
/** Returns no row, which rolls back, if another instance has added the rows meanwhile. */
const ADVANCE =
  'UPDATE statistics_progress SET position = $2, day = $3 WHERE name = $1 AND position = $4 RETURNING position';

/** Adds rows to the counters of their days, each exactly once. Returns true if more rows are left. */
export async function addToStatistics(db: Store): Promise<boolean> {
  let more = false;
  for (const source of SOURCES) if (await addStep(db, source)) more = true;
  return more;
}

async function addStep(db: Store, { table, name, also }: Source): Promise<boolean> {
  const progress = await db.one(PROGRESS, [table]);
  const { position, day } = progress ?? { position: 0, day: 0 };
  const rows = await db.all(
    query<{
      id: number;
      happened_at: number;
      settled: number;
    }>`SELECT id, happened_at, CASE WHEN happened_at < now() - ms($2) THEN 1 ELSE 0 END AS settled
      FROM ${table} WHERE id > $1 ORDER BY id LIMIT $3`,
    [position, SETTLED_MS, STEP],
  );
  const firstUnsettled = rows.findIndex(({ settled }) => settled === 0);
  const settled = firstUnsettled === -1 ? rows : rows.slice(0, firstUnsettled);
  const last = settled.at(-1);
  if (!last) return false;
  const params = [position, last.id];
  const latestDay = settled.reduce((latest, row) => Math.max(latest, Math.floor(row.happened_at / DAY_MS)), day);
  const count = `INSERT INTO statistics (day, name, events) SELECT day(happened_at), ${name}, COUNT(*) FROM ${table}
    WHERE id > $1 AND id <= $2 GROUP BY 1, 2 ${ADD}`;
  // Another instance may have added the same rows.
  await orNothing(
    commitUnrecorded(db, COUNTED, {
      begun: !progress && statement(BEGIN, [table]),
      advanced: orThrow(statement(ADVANCE, [table, last.id, latestDay, position]), NOTHING),
      counted: [count, ...also].map((sql) => statement(sql, params)),
    }),
  );
  return settled.length === STEP;
}

const FORGET_ACTIVE = `DELETE FROM active_users WHERE (day, user_id) IN
  (SELECT day, user_id FROM active_users WHERE day < $1 LIMIT $2) RETURNING day`;
/** Removes the active users of days to which nothing more can be added. Returns true if more are left. */
export async function forgetActiveUsers(db: Store): Promise<boolean> {
  const progress = await db.one(
    query<Progress & { now: number }>`SELECT position, day, now() AS now FROM statistics_progress WHERE name = $1`,
    ['audit_events'],
  );
  if (!progress) return false;
  const keptFrom = Math.min(progress.day, Math.floor(progress.now / DAY_MS)) - 1;
  const { forgotten } = await commitUnrecorded(db, COUNTED, { forgotten: list(FORGET_ACTIVE, [keptFrom, STEP]) });
  return forgotten.length === STEP;
}

/** Users per statement. */
const AT_ONCE = 100;
const GIVEN = `SELECT CAST($1 AS BIGINT) AS day, column1 AS user_id FROM (VALUES ${Array.from(
  { length: AT_ONCE },
  (_, at) => `(CAST($${at + 2} AS BIGINT))`,
).join(', ')}) AS given WHERE column1 IS NOT NULL`;
const HOLD = 'SELECT position FROM statistics_progress WHERE name = $1 FOR UPDATE';

/** Counts users as active on a day, each once. */
export async function addActiveUsers(db: Store, day: number, userIds: readonly number[]): Promise<void> {
  for (let at = 0; at < userIds.length; at += AT_ONCE) {
    const some = userIds.slice(at, at + AT_ONCE);
    const params = [day, ...Array.from({ length: AT_ONCE }, (_, index) => some[index] ?? null)];
    await commitUnrecorded(db, COUNTED, {
      begun: statement(BEGIN, ['audit_events']),
      held: statement(HOLD, ['audit_events']),
      counted: statement(countActive(GIVEN), params),
      recorded: statement(recordActive(GIVEN), params),
    });
  }
}

const uncounted = (table: string, columns: string) => `SELECT ${columns} FROM ${table}
  WHERE id > COALESCE((SELECT position FROM statistics_progress WHERE name = '${table}'), 0) ORDER BY id
  LIMIT ${MAX_UNCOUNTED}`;
const UNCOUNTED_LOGINS = `SELECT DISTINCT day(happened_at) AS day, user_id
  FROM (${uncounted('audit_events', 'happened_at, event, user_id')}) AS latest
  WHERE event = 'logged_in' AND user_id IS NOT NULL`;
/** The counters that are shown, by their public names. The others are stored for later use. */
export const SHOWN_COUNTERS = {
  registrations: 'registered',
  verifications: 'verified',
  logins: 'logged_in',
  failed_logins: 'login_failed',
  throttled: 'throttled',
  second_factor_failures: 'second_factor_failed',
  emails_sent: 'email_sent',
  emails_given_up: 'email_given_up',
  active_users: 'active_users',
} as const;
const SHOWN = Object.values(SHOWN_COUNTERS)
  .map((name) => `'${name}'`)
  .join(', ');
/** One statement, so that a row added at this moment is counted once. */
const READ = query<DayCount>`SELECT day, name, CAST(SUM(events) AS BIGINT) AS events FROM (
    SELECT day, name, events FROM statistics WHERE day >= $1 AND day <= $2 AND name IN (${SHOWN})
    UNION ALL ${SOURCES.map(
      ({ table, name }) =>
        `SELECT day(happened_at) AS day, ${name} AS name, COUNT(*) AS events
          FROM (${uncounted(table, `happened_at, ${name}`)}) AS latest GROUP BY 1, 2`,
    ).join(' UNION ALL ')}
    UNION ALL SELECT day, 'active_users', COUNT(*) FROM (${UNCOUNTED_LOGINS}) AS users
      WHERE NOT EXISTS (SELECT 1 FROM active_users WHERE active_users.day = users.day
      AND active_users.user_id = users.user_id)
      GROUP BY day
  ) AS parts WHERE day >= $1 AND day <= $2 GROUP BY day, name`;
const BACKLOG = query`SELECT 1 AS one FROM (${uncounted('audit_events', 'id')}) AS latest ORDER BY id
  LIMIT 1 OFFSET ${MAX_UNCOUNTED - 1}`;

export interface DayCount {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly name: string;
  readonly events: number;
}

/** The counters of a range of days, with uncounted rows. `isComplete` is false if too many of those are left. */
export async function readStatistics(db: Reads, firstDay: number, lastDay: number) {
  const [counts, backlog] = await Promise.all([db.all(READ, [firstDay, lastDay]), db.one(BACKLOG)]);
  return { counts, isComplete: backlog === undefined };
}

const OLDEST_UNCOUNTED = query<{ atMs: number; nowMs: number }>`SELECT happened_at AS "atMs", now() AS "nowMs"
  FROM audit_events
  WHERE id > COALESCE((SELECT position FROM statistics_progress WHERE name = 'audit_events'), 0) ORDER BY id LIMIT 1`;
/** The age of the oldest uncounted event; 0 for none. Above a few minutes, housekeeping is behind. */
export async function statisticsLagMs(db: Reads): Promise<number> {
  const oldest = await db.one(OLDEST_UNCOUNTED);
  return oldest ? Math.max(0, oldest.nowMs - oldest.atMs) : 0;
}
