import type { Database } from './database.ts';

/** Counting goes no further: a count of a million rows takes longer than a page of them. */
export const HIGHEST_COUNT = 10_000;
/** How many of the oldest accounts are looked at for those that are active: most of them are. */
const LOOKED_AT = 2 * HIGHEST_COUNT;

interface Count {
  readonly count: number;
  /** Whether there are more than that, or may be. */
  readonly more: boolean;
}

const upTo = (where: string, orderBy: string) =>
  `SELECT COUNT(*) AS found FROM (SELECT 1 AS one FROM users ${where} ORDER BY ${orderBy} LIMIT ` +
  `${HIGHEST_COUNT + 1}) AS found`;

/** Each reads one index, and no more of it than it counts. */
const ALL = upTo('', 'id');
const INACTIVE = upTo(`WHERE account_status = 'INACTIVE'`, 'created_at');
const SUSPENDED = upTo(`WHERE account_status = 'SUSPENDED'`, 'id');
const ADMINS = upTo(`WHERE role = 'ADMIN'`, 'id');
const ACTIVE_AMONG_OLDEST = `SELECT COUNT(*) AS found FROM
  (SELECT account_status FROM users ORDER BY id LIMIT ${LOOKED_AT}) AS oldest WHERE account_status = 'ACTIVE'`;

export async function countUsers(db: Database) {
  const count = async (sql: string): Promise<Count> => {
    const { found } = (await db.one<{ found: number }>(sql)) ?? { found: 0 };
    return { count: Math.min(found, HIGHEST_COUNT), more: found > HIGHEST_COUNT };
  };
  const [all, active, inactive, suspended, admins] = await Promise.all([
    count(ALL),
    count(ACTIVE_AMONG_OLDEST),
    count(INACTIVE),
    count(SUSPENDED),
    count(ADMINS),
  ]);
  return { all, active: { count: active.count, more: active.more || all.more }, inactive, suspended, admins };
}
