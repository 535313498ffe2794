import type { Database } from './database.ts';
import { SWEEP_UNUSED } from './openid-client-documents.ts';

/** Rows per statement, so that no deleteExpiredRows holds a lock long enough to delay a request. */
export const STEP = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const AUDIT = `DELETE FROM audit_events WHERE id IN
  (SELECT id FROM audit_events WHERE happened_at < now() - ms($2) ORDER BY happened_at LIMIT $1) RETURNING id`;

const SWEEPS: readonly { sql: string; keptMs: number }[] = [
  {
    sql: `DELETE FROM refresh_tokens WHERE value_hash IN
      (SELECT value_hash FROM refresh_tokens WHERE expires_at < now() - ms($2) LIMIT $1) RETURNING user_id`,
    keptMs: 0,
  },
  // Challenges that were used and have expired since.
  {
    sql: `DELETE FROM spent WHERE hash IN
      (SELECT hash FROM spent WHERE expires_at < now() - ms($2) LIMIT $1) RETURNING hash`,
    keptMs: 0,
  },
  // Logins on their way, codes and tokens of apps.
  {
    sql: `DELETE FROM openid_records WHERE id_hash IN
      (SELECT id_hash FROM openid_records WHERE expires_at < now() - ms($2) LIMIT $1) RETURNING id_hash`,
    keptMs: 0,
  },
  // Clients whose document was fetched for somebody who went no further.
  { sql: SWEEP_UNUSED, keptMs: 2 * DAY_MS },
  {
    sql: `DELETE FROM admin_links WHERE hash IN
      (SELECT hash FROM admin_links WHERE expires_at < now() - ms($2) LIMIT $1) RETURNING hash`,
    keptMs: 0,
  },
  // A change of address that was never confirmed, once no link of it works any more.
  {
    sql: `DELETE FROM email_changes WHERE id IN
      (SELECT id FROM email_changes WHERE confirmed_at IS NULL AND requested_at < now() - ms($2) LIMIT $1)
      RETURNING id`,
    keptMs: 2 * DAY_MS,
  },
  // One that can no longer be reverted; its row also reserved the old address.
  {
    sql: `DELETE FROM email_changes WHERE id IN
      (SELECT id FROM email_changes WHERE revert_until < now() - ms($2) LIMIT $1) RETURNING id`,
    keptMs: 0,
  },
  // Token buckets that are full again, and failed passwords whose window is over: no row is the same.
  {
    sql: `DELETE FROM throttles WHERE key IN
      (SELECT key FROM throttles WHERE failures = 0 AND busy_until < now() - ms($2) LIMIT $1) RETURNING key`,
    keptMs: 0,
  },
  {
    sql: `DELETE FROM throttles WHERE key IN
      (SELECT key FROM throttles WHERE busy_until < now() - ms($2) LIMIT $1) RETURNING key`,
    keptMs: 15 * MINUTE_MS,
  },
  // Dead letters are kept: only the operator drops them.
  {
    sql: `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
      WHERE state IN ('sent', 'superseded') AND updated_at < now() - ms($2) LIMIT $1) RETURNING id`,
    keptMs: 7 * DAY_MS,
  },
  // An account that is gone leaves nothing behind, also when its last e-mail could not be delivered.
  {
    sql: `DELETE FROM outbox WHERE id IN
      (SELECT id FROM outbox WHERE state = 'dead' AND user_id IS NULL AND updated_at < now() - ms($2) LIMIT $1)
      RETURNING id`,
    keptMs: 0,
  },
  // Rows for addresses that nobody has. The mail worker removes them, but not all of a flood.
  {
    sql: `DELETE FROM outbox WHERE id IN
      (SELECT id FROM outbox WHERE state = 'void' AND due_at < now() - ms($2) LIMIT $1) RETURNING id`,
    keptMs: MINUTE_MS / 2,
  },
];

/** Removes expired rows of every kind, one step each. True when a step was full, so that there is more to remove. */
export async function deleteExpiredRows(db: Database, auditKeptMs: number): Promise<boolean> {
  let more = false;
  for (const { sql, keptMs } of [...SWEEPS, { sql: AUDIT, keptMs: auditKeptMs }]) {
    const removed = await db.all(sql, [STEP, keptMs]);
    more ||= removed.length === STEP;
  }
  return more;
}
