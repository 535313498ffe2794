import type { Database } from './database.ts';

/** Counting goes no further: a count of a million rows takes longer than a page of them. */
export const HIGHEST_COUNT = 10_000;
/** How many of the oldest accounts are looked at for those that are active: most of them are. */
const LOOKED_AT = 2 * HIGHEST_COUNT;

export interface Count {
  readonly count: number;
  /** Whether there are more than that, or may be. */
  readonly more: boolean;
}

const upTo = (where: string, orderBy: string) =>
  `SELECT COUNT(*) AS found FROM (SELECT 1 AS one FROM users ${where} ORDER BY ${orderBy} LIMIT ` +
  `${HIGHEST_COUNT + 1}) AS found`;

/** Each reads one index, and no more of it than it counts. */
const COUNTS = {
  all: upTo('', 'id'),
  inactive: upTo(`WHERE account_status = 'INACTIVE'`, 'created_at'),
  suspended: upTo(`WHERE account_status = 'SUSPENDED'`, 'id'),
  admins: upTo(`WHERE role = 'ADMIN'`, 'id'),
} as const;
const ACTIVE_AMONG_OLDEST = `SELECT COUNT(*) AS found FROM
  (SELECT account_status FROM users ORDER BY id LIMIT ${LOOKED_AT}) AS oldest WHERE account_status = 'ACTIVE'`;

export type UserCounts = Readonly<Record<keyof typeof COUNTS | 'active', Count>>;

export async function countUsers(db: Database): Promise<UserCounts> {
  const countOf = async (sql: string): Promise<Count> => bounded((await db.one<{ found: number }>(sql))?.found ?? 0);
  const [all, inactive, suspended, admins, active] = await Promise.all(
    [...Object.values(COUNTS), ACTIVE_AMONG_OLDEST].map(countOf),
  );
  const nothing = bounded(0);
  return {
    all: all ?? nothing,
    active: { count: active?.count ?? 0, more: active?.more || all?.more || false },
    inactive: inactive ?? nothing,
    suspended: suspended ?? nothing,
    admins: admins ?? nothing,
  };
}

const bounded = (found: number): Count => ({ count: Math.min(found, HIGHEST_COUNT), more: found > HIGHEST_COUNT });
