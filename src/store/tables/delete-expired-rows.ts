import type { Expired } from '../../declare/expired.ts';
import { DECLARED_FEATURES } from '../../features/declarations.ts';
import { commitUnrecorded, type Store } from '../commit.ts';
import { list, statement } from '../engine/database.ts';
import { endRowsOfSessions } from './rows-of-sessions.ts';

/** Rows per statement, so that no lock lasts long enough to delay a request. */
export const STEP = 500;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const EXPIRED: readonly Expired[] = [
  ...DECLARED_FEATURES.flatMap(({ expired = [] }) => expired),
  {
    table: 'refresh_tokens',
    key: 'value_hash',
    where: 'expires_at < now() - ms($2)',
    before: (expired) => endRowsOfSessions(`(user_id, session_id) IN (${expired('user_id, id')})`),
  },
  // Used challenges that have expired.
  { table: 'spent', key: 'hash', where: 'expires_at < now() - ms($2)' },
  { table: 'admin_links', key: 'hash', where: 'expires_at < now() - ms($2)' },
  // Address changes that were never confirmed, once none of their links works.
  {
    table: 'email_changes',
    key: 'id',
    where: 'confirmed_at IS NULL AND requested_at < now() - ms($2)',
    keptMs: 2 * DAY_MS,
  },
  // Address changes that can no longer be reverted. Until now the row also reserved the old address.
  { table: 'email_changes', key: 'id', where: 'revert_until < now() - ms($2)' },
  // Full token buckets, and failed passwords whose window is over: a missing row means the same.
  { table: 'throttles', key: 'key', where: 'failures = 0 AND busy_until < now() - ms($2)' },
  { table: 'throttles', key: 'key', where: 'busy_until < now() - ms($2)', keptMs: 15 * MINUTE_MS },
  { table: 'instances', key: 'instance', where: 'last_at < now() - ms($2)', keptMs: DAY_MS },
  // Dead letters are kept: only the operator drops them.
  {
    table: 'outbox',
    key: 'id',
    where: `state IN ('sent', 'superseded') AND updated_at < now() - ms($2)`,
    keptMs: 7 * DAY_MS,
  },
  // Dead letters of a deleted account, so that nothing of it remains.
  { table: 'outbox', key: 'id', where: `state = 'dead' AND user_id IS NULL AND updated_at < now() - ms($2)` },
  // Rows for unknown addresses. The mail worker removes them, but not all of a flood.
  { table: 'outbox', key: 'id', where: `state = 'void' AND due_at < now() - ms($2)`, keptMs: MINUTE_MS / 2 },
];

/** Removes one step of expired rows of every kind. Returns true if a step was full, so more rows are left. */
export async function deleteExpiredRows(db: Store, auditKeptMs: number): Promise<boolean> {
  const oldEvents = 'happened_at < now() - ms($2) ORDER BY happened_at';
  const all: readonly Expired[] = [
    ...EXPIRED,
    { table: 'audit_events', key: 'id', where: oldEvents, keptMs: auditKeptMs },
  ];
  let more = false;
  for (const { table, key, where, keptMs = 0, before, cleared } of all) {
    const change = cleared
      ? `UPDATE ${table} SET ${cleared.map((column) => `${column} = NULL`).join(', ')}`
      : `DELETE FROM ${table}`;
    // Locked, because a row that is renewed at this moment must stay.
    const expired = (columns: string) =>
      `SELECT ${columns} FROM ${table} WHERE ${where} LIMIT $1 FOR UPDATE SKIP LOCKED`;
    const params = [STEP, keptMs];
    const { removed } = await commitUnrecorded(db, 'expired', {
      before: before?.(expired).map((sql) => statement(sql, params)),
      removed: list(`${change} WHERE ${key} IN (${expired(key)}) RETURNING ${key}`, params),
    });
    more ||= removed.length === STEP;
  }
  return more;
}
