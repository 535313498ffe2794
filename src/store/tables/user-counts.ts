import { type Query, query, type Reads, type Value } from '../engine/database.ts';
import { type Condition, conditionsOf, numbered, SMALL_SET, type UserFilters } from './user-filters.ts';

/** Counting stops here: counting a million rows takes longer than reading a page. */
export const MAX_COUNT = 10_000;
/** How many of the oldest accounts are examined for active ones. Most accounts are active. */
const MAX_EXAMINED = 2 * MAX_COUNT;

interface Count {
  readonly count: number;
  /** Whether there are, or may be, more accounts. */
  readonly more: boolean;
}

type Found = { readonly found: number };
const upTo = (where: string, orderBy: string) =>
  query<Found>`SELECT COUNT(*) AS found FROM
    (SELECT 1 AS one FROM users ${where} ORDER BY ${orderBy} LIMIT ${MAX_COUNT + 1}) AS found`;

/** Each statement reads one index, and only the rows that it counts. */
const ALL = upTo('', 'id');
const INACTIVE = upTo(`WHERE account_status = 'INACTIVE'`, 'created_at');
const SUSPENDED = upTo(`WHERE account_status = 'SUSPENDED'`, 'id');
const ADMINS = upTo(`WHERE role = 'ADMIN'`, 'id');
const ACTIVE_AMONG_OLDEST = query<Found>`SELECT COUNT(*) AS found FROM
  (SELECT account_status FROM users ORDER BY id LIMIT ${MAX_EXAMINED}) AS oldest WHERE account_status = 'ACTIVE'`;

/** Counts all accounts, or those that match the filters. */
export function countUsers(db: Reads, filters: UserFilters): Promise<UserCounts> {
  const conditions = conditionsOf(filters);
  return conditions.length === 0 ? countAll(db) : countMatching(db, conditions);
}

type UserCounts = Readonly<Record<'all' | 'active' | 'inactive' | 'suspended' | 'admins', Count>>;

async function countAll(db: Reads): Promise<UserCounts> {
  const count = async (sql: Query<Found>): Promise<Count> => {
    const { found } = (await db.one(sql)) ?? { found: 0 };
    return { count: Math.min(found, MAX_COUNT), more: found > MAX_COUNT };
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

interface Group {
  readonly status: string;
  readonly role: string;
  readonly matches: number;
  readonly found: number;
}

/**
 * Counts all accounts that an index finds if they are few. Otherwise it examines some of them, or the oldest accounts,
 * and there may be more.
 */
async function countMatching(db: Reads, conditions: readonly Condition[]): Promise<UserCounts> {
  const params: Value[] = [];
  const numbersOf = (one: Condition) => numbered(one.params, params.push(...one.params) - one.params.length + 1);
  const indexed = conditions.find(({ small }) => small !== undefined);
  const looked = indexed?.small?.(numbersOf(indexed)).rows ?? `SELECT * FROM users ORDER BY id LIMIT ${MAX_COUNT}`;
  const rest = conditions
    .filter((condition) => condition !== indexed)
    .map((condition) => condition.sql(numbersOf(condition)));
  const groups = await db.all(
    query<Group>`SELECT status, role, matches, COUNT(*) AS found FROM
      (SELECT account_status AS status, role, CASE WHEN ${rest.join(' AND ') || '1 = 1'} THEN 1 ELSE 0 END AS matches
      FROM (${looked}) AS users) AS looked GROUP BY status, role, matches`,
    params,
  );
  const sum = (some: readonly Group[]) => some.reduce((total, { found }) => total + found, 0);
  const more = sum(groups) > (indexed ? SMALL_SET : MAX_COUNT - 1);
  const count = (isMeant: (group: Group) => boolean): Count => ({
    count: sum(groups.filter((group) => group.matches === 1 && isMeant(group))),
    more,
  });
  return {
    all: count(() => true),
    active: count(({ status }) => status === 'ACTIVE'),
    inactive: count(({ status }) => status === 'INACTIVE'),
    suspended: count(({ status }) => status === 'SUSPENDED'),
    admins: count(({ role }) => role === 'ADMIN'),
  };
}
