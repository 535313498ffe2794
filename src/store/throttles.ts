import type { Database, Statement } from './database.ts';

const BLOCKED = 'SELECT busy_until, now() AS now FROM throttles WHERE key = $1 AND busy_until > now()';
/** How long this key is still refused; 0 when it is not. */
export async function blockedForMs(db: Database, key: string): Promise<number> {
  const row = await db.one<{ busy_until: number; now: number }>(BLOCKED, [key]);
  return row ? row.busy_until - row.now : 0;
}

// A row that is not blocked is "busy until" its first failure: in both cases it is forgotten one window later.
const COUNT = `INSERT INTO throttles (key, failures, counted_since, busy_until) VALUES ($1, 1, now(), now())
  ON CONFLICT (key) DO UPDATE SET
    failures = CASE WHEN throttles.busy_until + ms($2) < now() THEN 1 ELSE throttles.failures + 1 END,
    counted_since = CASE WHEN throttles.busy_until + ms($2) < now() THEN now() ELSE throttles.counted_since END,
    busy_until = CASE WHEN throttles.busy_until + ms($2) < now() THEN now() ELSE throttles.busy_until END
  RETURNING failures`;
/** Counts one failure and returns how many that makes within the window. */
export const countFailure = (key: string, windowMs: number): Statement => ({ sql: COUNT, params: [key, windowMs] });

const BLOCK = 'UPDATE throttles SET busy_until = now() + ms($2) WHERE key = $1 AND busy_until < now() + ms($2)';
export const block = (key: string, forMs: number): Statement => ({ sql: BLOCK, params: [key, forMs] });

const TAKE = `INSERT INTO throttles (key, counted_since, busy_until) VALUES ($1, now(), now() + ms($2))
  ON CONFLICT (key) DO UPDATE SET
    busy_until = CASE WHEN throttles.busy_until > now() THEN throttles.busy_until ELSE now() END + ms($2)
  WHERE throttles.busy_until <= now() + ms($3) RETURNING key`;
/**
 * Takes one from an allowance of `burst` that refills one every `refillMs`; returns no row when it is used up. What is
 * stored is the moment at which the allowance will be whole again.
 */
export const take = (key: string, burst: number, refillMs: number): Statement => ({
  sql: TAKE,
  params: [key, refillMs, (burst - 1) * refillMs],
});
