import { query, type Reads, type Value } from '../engine/database.ts';
import { FACTOR_NAMES } from './factors.ts';
import type { AccountStatus, Role } from './user.ts';
import { type Condition, conditionsOf, numbered, SMALL_SET, type UserFilters } from './user-filters.ts';
import { SORTS, type SortName } from './user-sorts.ts';
import { PHONE_NUMBER } from './users.ts';
import { endOfSeen, LAST_SEEN, type Position, type SeenStretch, seenStretch } from './users-by-last-seen.ts';

/** An account in the administration's list. */
export interface ListedUser {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly phoneNumber: string | null;
  readonly accountStatus: AccountStatus;
  readonly role: Role;
  /** Names of factors, to be read by `readFactorNames`. */
  readonly factors: string;
  readonly createdAtMs: number;
  /** The values of FIELDS_FILE, as JSON. */
  readonly fields: string | null;
  /** Taken from the account's sessions; null if it has none. */
  readonly lastSeenAtMs: number | null;
  readonly deletionDueAtMs: number | null;
}

/** Rows that a walk examines per page. A page may be short or empty although more follow. */
export const MAX_WALKED = 5000;

interface UserQuery extends UserFilters {
  readonly sort: SortName;
  readonly after?: Position | undefined;
  /** The size of the returned page, at most MAX_USERS. */
  readonly limit: number;
}

/** The page size. Every page reads this many, so that all sizes share one statement. */
const MAX_USERS = 100;

interface UserPage {
  readonly users: readonly ListedUser[];
  /** Null on the last page. */
  readonly next: Position | null;
}

const COLUMNS = `users.id, users.full_name AS "fullName", users.email, ${PHONE_NUMBER} AS "phoneNumber",
  users.account_status AS "accountStatus", users.role, users.fields, ${FACTOR_NAMES} AS factors, users.created_at AS "createdAtMs",
  ${LAST_SEEN} AS "lastSeenAtMs", users.deletion_due_at AS "deletionDueAtMs"`;

type ListedRow = ListedUser & { readonly key: string };

/**
 * One page. No statement reads more than a few thousand rows: accounts that an index finds are read whole if they are
 * few; otherwise a stretch of all accounts is walked in the order of the list.
 */
export async function listUsers(db: Reads, query: UserQuery): Promise<UserPage> {
  const conditions = conditionsOf(query);
  const small = await smallSet(db, conditions);
  if (small) return pageOf(await readRows(db, query, conditions, { small }), query.limit, null);
  const { sort } = query;
  if (sort === 'seen' || sort === '-seen') return pageBySeen(db, query, conditions, sort === '-seen');
  return walkedPage(db, query, conditions);
}

async function walkedPage(db: Reads, query: UserQuery, conditions: readonly Condition[]): Promise<UserPage> {
  const end = conditions.length === 0 ? undefined : await endOfWalk(db, query);
  return pageOf(await readRows(db, query, conditions, { end }), query.limit, end ?? null);
}

const WITHOUT_SESSION: Condition = { sql: () => `${LAST_SEEN} IS NULL`, params: [] };

/** First the accounts with a session, then all others in order of registration. */
async function pageBySeen(
  db: Reads,
  query: UserQuery,
  conditions: readonly Condition[],
  isDescending: boolean,
): Promise<UserPage> {
  const { after, limit } = query;
  if (after?.key === '') {
    const sort = isDescending ? '-created' : 'created';
    return walkedPage(db, { ...query, sort }, [...conditions, WITHOUT_SESSION]);
  }
  const stretch = { isDescending, after };
  const end = conditions.length === 0 ? undefined : await endOfSeen(db, stretch, MAX_WALKED);
  const rows = await readSeen(db, { ...stretch, end }, conditions);
  const others = { key: '', id: isDescending ? Number.MAX_SAFE_INTEGER : 0 };
  return pageOf(rows, limit, end ?? others);
}

async function readSeen(db: Reads, stretch: SeenStretch, conditions: readonly Condition[]): Promise<ListedRow[]> {
  const params: Value[] = [];
  const most = conditions.length === 0 ? MAX_USERS + 1 : 2 * MAX_WALKED;
  const { rows } = seenStretch(stretch, most, (value) => `$${params.push(value)}`);
  const where = conditions.map((condition) =>
    condition.sql(numbered(condition.params, params.push(...condition.params) - condition.params.length + 1)),
  );
  const direction = stretch.isDescending ? ' DESC' : '';
  return db.all(
    query<ListedRow>`SELECT CAST(users.last_seen AS TEXT) AS key, ${COLUMNS} FROM (${rows}) AS users ${whereOf(where)}
      ORDER BY users.last_seen${direction}, users.id${direction} LIMIT ${MAX_USERS + 1}`,
    params,
  );
}

function pageOf(rows: readonly ListedRow[], limit: number, end: Position | null): UserPage {
  const users = rows.slice(0, limit);
  const last = users.at(-1);
  return { users, next: rows.length > limit && last ? { key: last.key, id: last.id } : end };
}

/** The first condition that only a small set of accounts meets. */
async function smallSet(db: Reads, conditions: readonly Condition[]): Promise<Condition | undefined> {
  for (const condition of conditions) {
    const small = condition.small?.(numbered(condition.params, 1));
    if (small === undefined) continue;
    const found = await db.one(
      query<{ found: number }>`SELECT COUNT(*) AS found FROM (${small.ids}) AS found`,
      condition.params,
    );
    if (found && found.found <= SMALL_SET) return condition;
  }
  return undefined;
}

/** The last row that a walk examines; undefined at the end of the list. Read first, so that no row is missed. */
async function endOfWalk(db: Reads, { sort, after }: UserQuery): Promise<Position | undefined> {
  const { key, orderBy, ...order } = SORTS[sort];
  const params = after ? order.params(after) : [];
  const where = after ? `WHERE ${order.after(positionOf(params, 1))}` : '';
  return db.one(
    query<Position>`SELECT ${key} AS key, users.id FROM users ${where} ORDER BY ${orderBy}
      LIMIT 1 OFFSET ${MAX_WALKED - 1}`,
    params,
  );
}

/** The placeholders of key and id. A sort uses those that it has parameters for. */
function positionOf(params: readonly Value[], from: number): readonly [key: string, id: string] {
  const numbers = numbered(params, from);
  return [numbers[0] ?? '', numbers.at(-1) ?? ''];
}

interface Extent {
  readonly small?: Condition;
  readonly end?: Position | undefined;
}

async function readRows(
  db: Reads,
  { sort, after }: UserQuery,
  conditions: readonly Condition[],
  { small, end }: Extent,
): Promise<ListedRow[]> {
  const { key, orderBy, ...order } = SORTS[sort];
  const params: Value[] = [];
  const take = (more: readonly Value[]): number => params.push(...more) - more.length + 1;
  const numbersOf = (condition: Condition) => numbered(condition.params, take(condition.params));
  const bound = (position: Position, side: 'after' | 'upTo') => {
    const own = order.params(position);
    return order[side](positionOf(own, take(own)));
  };
  const bounds = () => [...(after ? [bound(after, 'after')] : []), ...(end ? [bound(end, 'upTo')] : [])];
  // A subquery with a limit, because PostgreSQL would otherwise use another index and read every match.
  const stretch = () => {
    const most = conditions.length === 0 ? MAX_USERS + 1 : 2 * MAX_WALKED;
    return `SELECT * FROM users ${whereOf(bounds())} ORDER BY ${orderBy} LIMIT ${most}`;
  };
  const source = small?.small ? small.small(numbersOf(small)).rows : stretch();
  const where = [
    ...conditions
      .filter((condition) => condition !== small || small.params.length === 0)
      .map((condition) => condition.sql(numbersOf(condition))),
    ...(small ? bounds() : []),
  ];
  return db.all(
    query<ListedRow>`SELECT ${key} AS key, ${COLUMNS} FROM (${source}) AS users ${whereOf(where)}
      ORDER BY ${orderBy} LIMIT ${MAX_USERS + 1}`,
    params,
  );
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
