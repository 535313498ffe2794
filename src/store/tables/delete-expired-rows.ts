import { commitUnrecorded, type Store } from '../commit.ts';
import { list } from '../engine/database.ts';
import { IS_UNUSED_DOCUMENT } from './openid-client-documents.ts';

/** Rows per statement, so that no deleteExpiredRows holds a lock long enough to delay a request. */
export const STEP = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Expired {
  readonly table: string;
  /** A unique column, by which the rows of a step are removed. */
  readonly key: string;
  /** `$2` is how long rows are kept. */
  readonly where: string;
  readonly keptMs?: number;
  /** The columns to clear in place of removing the row. */
  readonly cleared?: readonly string[];
}

export const EXPIRED: readonly Expired[] = [
  // Authenticator apps that were never confirmed. The row stays where one is in use, or wrong codes are counted.
  { table: 'totp', key: 'user_id', where: 'pending_until < now() - ms($2) AND sealed IS NULL AND failures = 0' },
  {
    table: 'totp',
    key: 'user_id',
    where: 'pending_until < now() - ms($2)',
    cleared: ['pending_sealed', 'pending_until'],
  },
  { table: 'refresh_tokens', key: 'value_hash', where: 'expires_at < now() - ms($2)' },
  // Challenges that were used and have expired since.
  { table: 'spent', key: 'hash', where: 'expires_at < now() - ms($2)' },
  { table: 'login_requests', key: 'email_hash', where: 'expires_at < now() - ms($2)' },
  // Logins on their way, codes and tokens of apps.
  { table: 'openid_records', key: 'id_hash', where: 'expires_at < now() - ms($2)' },
  // Clients whose document was fetched for somebody who went no further.
  {
    table: 'openid_clients',
    key: 'id',
    where: `${IS_UNUSED_DOCUMENT} AND document_fetched_at < now() - ms($2)`,
    keptMs: 2 * DAY_MS,
  },
  { table: 'acting', key: 'admin_id', where: 'expires_at < now() - ms($2)' },
  { table: 'admin_links', key: 'hash', where: 'expires_at < now() - ms($2)' },
  // A change of address that was never confirmed, once no link of it works any more.
  {
    table: 'email_changes',
    key: 'id',
    where: 'confirmed_at IS NULL AND requested_at < now() - ms($2)',
    keptMs: 2 * DAY_MS,
  },
  // One that can no longer be reverted; its row also reserved the old address.
  { table: 'email_changes', key: 'id', where: 'revert_until < now() - ms($2)' },
  // Token buckets that are full again, and failed passwords whose window is over: no row is the same.
  { table: 'throttles', key: 'key', where: 'failures = 0 AND busy_until < now() - ms($2)' },
  { table: 'throttles', key: 'key', where: 'busy_until < now() - ms($2)', keptMs: 15 * MINUTE_MS },
  // Instances that have stopped.
  { table: 'instances', key: 'instance', where: 'last_at < now() - ms($2)', keptMs: DAY_MS },
  // Dead letters are kept: only the operator drops them.
  {
    table: 'outbox',
    key: 'id',
    where: `state IN ('sent', 'superseded') AND updated_at < now() - ms($2)`,
    keptMs: 7 * DAY_MS,
  },
  // An account that is gone leaves nothing behind, also when its last e-mail could not be delivered.
  { table: 'outbox', key: 'id', where: `state = 'dead' AND user_id IS NULL AND updated_at < now() - ms($2)` },
  // Rows for addresses that nobody has. The mail worker removes them, but not all of a flood.
  { table: 'outbox', key: 'id', where: `state = 'void' AND due_at < now() - ms($2)`, keptMs: MINUTE_MS / 2 },
];

/** Removes expired rows of every kind, one step each. True when a step was full, so that there is more to remove. */
export async function deleteExpiredRows(db: Store, auditKeptMs: number): Promise<boolean> {
  const oldEvents = 'happened_at < now() - ms($2) ORDER BY happened_at';
  const all = [...EXPIRED, { table: 'audit_events', key: 'id', where: oldEvents, keptMs: auditKeptMs }];
  let more = false;
  for (const { table, key, where, keptMs = 0, cleared } of all) {
    const change = cleared
      ? `UPDATE ${table} SET ${cleared.map((column) => `${column} = NULL`).join(', ')}`
      : `DELETE FROM ${table}`;
    // Locked, because a row that somebody renews at this moment must stay.
    const sql = `${change} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING ${key}`;
    const { removed } = await commitUnrecorded(db, 'expired', { removed: list(sql, [STEP, keptMs]) });
    more ||= removed.length === STEP;
  }
  return more;
}
