import { AUDIT_EVENTS } from '../store/audit/event-types.ts';
import * as audit from '../store/audit/read.ts';
import type { Reads } from '../store/engine/database.ts';
import { accountOf } from './framework/account-argument.ts';
import { UsageError } from './framework/command-error.ts';
import type { OptionValues } from './framework/command-options.ts';
import type { Print } from './framework/print.ts';
import { type Cells, createTable } from './framework/table.ts';

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The default of --since: a hundred years, which covers every event. */
const ALL_TIME_MS = 100 * 365 * 86_400_000;

export async function auditCommand(
  db: Reads,
  _args: readonly string[],
  print: Print,
  options: OptionValues = {},
): Promise<void> {
  const { user, event, since, limit } = readOptions(options);
  const userId = user === undefined ? null : (await accountOf(db, 'audit', user)).id;
  const rows = await audit.latest(db, { userId, event: event ?? null, withinMs: since, limit });
  const table = createTable(print, ['time', 'event', 'account', 'address', 'user agent', 'by']);
  for (const row of rows) table.row(asCells(row), asJson(row));
  table.end();
}

const timeOf = ({ happened_at }: audit.AuditRow): string => new Date(happened_at).toISOString();

const nameOf = ({ id, event, count, subject, subject_name }: audit.AuditRow): string =>
  [event, id !== null && count === 1 ? null : `x${count}`, subject, subject_name]
    .filter((part) => part !== null)
    .join(' ');

/** The actor comes last, and only if it is not the account itself. */
const asCells = (row: audit.AuditRow): Cells => [
  timeOf(row),
  nameOf(row),
  row.email ?? row.user_id ?? '-',
  row.address ?? '-',
  row.user_agent ?? '-',
  ...(row.actor === null ? [] : [row.actor]),
];

const asJson = (row: audit.AuditRow) => {
  const { happened_at: _, ...members } = row;
  return { time: timeOf(row), ...members };
};

function readOptions({ user, event, since, limit }: OptionValues) {
  if (event !== undefined && !Object.hasOwn(AUDIT_EVENTS, event)) {
    throw new UsageError(`audit: --event is one of ${Object.keys(AUDIT_EVENTS).join(', ')}`);
  }
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(since ?? '') ?? [];
  if (since !== undefined && count === undefined) throw new UsageError('audit: --since is written as 30m, 24h or 7d');
  if (limit !== undefined && !/^[1-9]\d{0,6}$/.test(limit)) {
    throw new UsageError(`audit: --limit is a whole number from 1 to 9999999, not "${limit}"`);
  }
  return {
    user,
    event,
    since: count === undefined ? ALL_TIME_MS : Number(count) * (UNITS_MS[unit ?? ''] ?? 0),
    limit: Number(limit ?? 100),
  };
}
