import type { Database, Statement } from './database.ts';

export interface GuessLimit {
  readonly key: string;
  /** That many failures are judged; the last of them begins the block. */
  readonly failures: number;
  /** Failures are forgotten this long after the first one, or after the end of a block. */
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;
/** How long the failure that reaches the limit blocks, and each one after the block before has ended; the last is for all that follow. */
const BLOCK_MINUTES = [1, 2, 4, 8, 16, 32, 60];

const blockMinutes = (failures: string): string => {
  const steps = BLOCK_MINUTES.slice(0, -1).map((minutes, at) => `WHEN ${failures} <= $3 + ${at} THEN ${minutes}`);
  return `(CASE ${steps.join(' ')} ELSE ${BLOCK_MINUTES.at(-1)} END)`;
};
/**
 * Further ahead than any block of that many failures reaches: it was written while the clock was wrong. A minute more is
 * allowed, because a transaction's `now()` is the moment at which it began, and it may have waited for this row since.
 */
const FROM_WRONG_CLOCK = `throttles.busy_until > now() + ms($4) * (${blockMinutes('throttles.failures')} + 1)`;
const FORGOTTEN = `(throttles.busy_until + ms($2) < now() OR ${FROM_WRONG_CLOCK})`;
const BLOCKED = `(throttles.failures >= $3 AND throttles.busy_until > now() AND NOT ${FORGOTTEN})`;
const paramsOf = ({ key, windowMs, failures }: GuessLimit) => [key, windowMs, failures, MINUTE_MS];

const LOOK = `SELECT busy_until, now() AS now, CASE WHEN ${BLOCKED} THEN 1 ELSE 0 END AS is_blocked
  FROM throttles WHERE key = $1`;
const LOOK_IN_TURN = `${LOOK} FOR UPDATE`;
/** How long this key is still refused; 0 when it is not. `inTurn` waits for failures that are just being counted. */
export async function blockedForMs(db: Database, limit: GuessLimit, { inTurn = false } = {}): Promise<number> {
  type Found = { busy_until: number; now: number; is_blocked: number };
  const row = await db.one<Found>(inTurn ? LOOK_IN_TURN : LOOK, paramsOf(limit));
  return row && row.is_blocked === 1 ? row.busy_until - row.now : 0;
}

// A row that is not blocked is "busy until" its first failure: in both cases it is forgotten one window later.
const FIRST_BUSY_UNTIL = 'CASE WHEN $3 <= 1 THEN now() + ms($4) ELSE now() END';
const COUNT = `INSERT INTO throttles (key, failures, counted_since, busy_until) VALUES ($1, 1, now(), ${FIRST_BUSY_UNTIL})
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN ${FORGOTTEN} THEN 1 ELSE throttles.failures + 1 END,
    counted_since = CASE WHEN ${FORGOTTEN} THEN now() ELSE throttles.counted_since END,
    busy_until = CASE
      WHEN ${FORGOTTEN} THEN ${FIRST_BUSY_UNTIL}
      WHEN throttles.failures + 1 >= $3 THEN now() + ms($4) * ${blockMinutes('throttles.failures + 1')}
      ELSE throttles.busy_until END
  WHERE NOT ${BLOCKED} RETURNING failures`;
/**
 * Counts one failure, and begins the block when it reaches the limit, in one write: whoever comes after it finds the block.
 * Returns no row, and counts nothing, while the key is blocked already.
 */
export const countFailure = (limit: GuessLimit): Statement => ({ sql: COUNT, params: paramsOf(limit) });

/** Further ahead than any allowance reaches, with the same minute more: the bucket was written while the clock was wrong, and counts as full. */
const BUCKET_FROM_WRONG_CLOCK = 'throttles.busy_until > now() + ms($4)';
const TAKE = `INSERT INTO throttles (key, counted_since, busy_until) VALUES ($1, now(), now() + ms($2))
  ON CONFLICT (key) DO UPDATE SET busy_until = CASE
      WHEN throttles.busy_until > now() AND NOT ${BUCKET_FROM_WRONG_CLOCK} THEN throttles.busy_until
      ELSE now() END + ms($2)
  WHERE throttles.busy_until <= now() + ms($3) OR ${BUCKET_FROM_WRONG_CLOCK} RETURNING key`;
/**
 * Takes one from an allowance of `burst` that refills one every `refillMs`; returns no row when it is used up. What is
 * stored is the moment at which the allowance will be whole again.
 */
export const take = (key: string, burst: number, refillMs: number): Statement => ({
  sql: TAKE,
  params: [key, refillMs, (burst - 1) * refillMs, burst * refillMs + MINUTE_MS],
});
