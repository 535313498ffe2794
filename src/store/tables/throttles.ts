import type { EventSubject } from '../audit/record.ts';
import { query, type Reads, type Statement, statement } from '../engine/database.ts';

export interface GuessLimit {
  readonly key: string;
  /** The number of allowed failures. The last of them starts the block. */
  readonly failures: number;
  /** Failures are forgotten this long after the first one, or after the end of a block. */
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;

/** `blockMinutes`: the duration of the block at the limit, and after each further failure. The last value repeats. */
export function createGuessCounter(blockMinutes: readonly number[]) {
  const { look, lookInTurn, count } = guessStatements(blockMinutes);
  return {
    /** The remaining block of the key; 0 if none. `inTurn` locks the row, and so waits for failures being counted. */
    async blockedForMs(db: Reads, limit: GuessLimit, { inTurn } = { inTurn: false }): Promise<number> {
      const row = await db.one(inTurn ? lookInTurn : look, paramsOf(limit));
      return row && row.is_blocked === 1 ? row.busy_until - row.now : 0;
    },
    /**
     * Counts a failure, and starts the block at the limit, in one statement, so that no concurrent guess gets in
     * between. Returns no row, and counts nothing, while the key is blocked.
     */
    countFailure: (limit: GuessLimit): Statement => ({ sql: count, params: paramsOf(limit) }),
  };
}

const paramsOf = ({ key, windowMs, failures }: GuessLimit) => [key, windowMs, failures, MINUTE_MS];

type Block = { readonly busy_until: number; readonly now: number; readonly is_blocked: number };

function guessStatements(blockMinutes: readonly number[]) {
  // The length of the block after this many failures; $3 is the limit.
  const minutesAfter = (failures: string): string => {
    const steps = blockMinutes.slice(0, -1).map((minutes, at) => `WHEN ${failures} <= $3 + ${at} THEN ${minutes}`);
    return `(CASE ${steps.join(' ')} ELSE ${blockMinutes.at(-1)} END)`;
  };
  // The block ends later than any block after that many failures can: written while the clock was wrong. One minute of
  // tolerance: `now()` is the start of the transaction, which may have waited for this row's lock.
  const fromWrongClock = `throttles.busy_until > now() + ms($4) * (${minutesAfter('throttles.failures')} + 1)`;
  const forgotten = `(throttles.busy_until + ms($2) < now() OR ${fromWrongClock})`;
  const blocked = `(throttles.failures >= $3 AND throttles.busy_until > now() AND NOT ${forgotten})`;
  // `busy_until` is the time of the first failure, or the end of the block. The row expires one window later.
  const firstBusyUntil = 'CASE WHEN $3 <= 1 THEN now() + ms($4) ELSE now() END';
  const look = query<Block>`SELECT busy_until, now() AS now, CASE WHEN ${blocked} THEN 1 ELSE 0 END AS is_blocked
  FROM throttles WHERE key = $1`;
  return {
    look,
    lookInTurn: query<Block>`${look} FOR UPDATE`,
    count: `INSERT INTO throttles (key, failures, counted_since, busy_until) VALUES ($1, 1, now(), ${firstBusyUntil})
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN ${forgotten} THEN 1 ELSE throttles.failures + 1 END,
    counted_since = CASE WHEN ${forgotten} THEN now() ELSE throttles.counted_since END,
    busy_until = CASE
      WHEN ${forgotten} THEN ${firstBusyUntil}
      WHEN throttles.failures + 1 >= $3 THEN now() + ms($4) * ${minutesAfter('throttles.failures + 1')}
      ELSE throttles.busy_until END
  WHERE NOT ${blocked} RETURNING failures`,
  };
}

/** SQL: the bucket is full later than possible, so it was written while the clock was wrong and counts as full. */
const BUCKET_FROM_WRONG_CLOCK = 'throttles.busy_until > now() + ms($4)';
const TAKE = `INSERT INTO throttles (key, counted_since, busy_until) VALUES ($1, now(), now() + ms($2))
  ON CONFLICT (key) DO UPDATE SET busy_until = CASE
      WHEN throttles.busy_until > now() AND NOT ${BUCKET_FROM_WRONG_CLOCK} THEN throttles.busy_until
      ELSE now() END + ms($2)
  WHERE throttles.busy_until <= now() + ms($3) OR ${BUCKET_FROM_WRONG_CLOCK} RETURNING key`;
/**
 * Takes a token from a bucket of `burst` tokens that gains one every `refillMs`. Returns no row if the bucket is empty.
 * The row stores the time at which the bucket will be full again.
 */
export const take = (key: string, burst: number, refillMs: number): Statement =>
  statement(TAKE, [key, refillMs, (burst - 1) * refillMs, burst * refillMs + MINUTE_MS]);

const REACHED = `SELECT CAST($1 AS bigint) AS user_id, CAST(NULL AS text) AS subject,
  CAST(NULL AS text) AS subject_name, 1 AS count FROM throttles WHERE key = $2 AND failures >= $3`;
/** The subject of an event after a counted failure. Records the event if that failure reached the limit. */
export const reached = ({ key, failures }: GuessLimit, userId: number | null): EventSubject => ({
  sql: REACHED,
  params: [userId, key, failures],
});

const placeholders = (keys: readonly string[]): string => keys.map((_, at) => `$${at + 1}`).join(', ');

export const forgetKeys = (keys: readonly string[]): Statement => ({
  sql: `DELETE FROM throttles WHERE key IN (${placeholders(keys)})`,
  params: keys,
});

/** Skips keys locked by a request, which may wait for an account locked here. Housekeeping removes them. */
export const forgetUnlockedKeys = (keys: readonly string[]): Statement => ({
  sql: `DELETE FROM throttles WHERE key IN
    (SELECT key FROM throttles WHERE key IN (${placeholders(keys)}) FOR UPDATE SKIP LOCKED)`,
  params: keys,
});
