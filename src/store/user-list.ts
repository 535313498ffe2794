import type { Database, Row, Value } from './database.ts';
import { folded, phoneKey } from './search-keys.ts';
import type { AccountStatus, Role } from './user.ts';

/** An account as a row of the administration's list. */
export interface ListedUser {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly accountStatus: AccountStatus;
  readonly role: Role;
  readonly secondFactors: number;
  /** 1 when the account has a passkey. */
  readonly hasPasskey: number;
  readonly createdAtMs: number;
  /** Of the sessions that there are; null when there is none. */
  readonly lastSeenAtMs: number | null;
  readonly deletionDueAtMs: number | null;
}

/** What a page goes on after: the value that is sorted by, and the id of the row that has it. */
export interface Position {
  readonly key: string;
  readonly id: number;
}

interface Filter {
  readonly sql: string;
  /** Finds the accounts by an index, where few have the value as a rule. */
  readonly ids?: string;
}

/**
 * Sets up to this size are read whole and sorted. Larger ones are met often enough on a walk in the order of the list: with a million accounts, at
 * least once in five hundred rows.
 */
const SMALL_SET = 2000;
/** How many rows a walk looks at before it answers with what it has found: a page may be short, or empty, and others follow. */
export const LONGEST_WALK = 5000;

/** Ordered by the columns of an index, so that no database thinks of reading the table. */
const idsOf = (from: string, orderBy: string, id = 'id') =>
  `SELECT ${id} AS id FROM ${from} ORDER BY ${orderBy} LIMIT ${SMALL_SET + 1}`;

/** The index that serves a range of addresses. */
const EMAIL = 'email COLLATE "C"';
const HAS_PASSKEY = 'EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)';

/** The values of each filter as fixed fragments of SQL. */
export const FILTERS = {
  status: {
    ACTIVE: { sql: `users.account_status = 'ACTIVE'` },
    INACTIVE: {
      sql: `users.account_status = 'INACTIVE'`,
      ids: idsOf(`users WHERE account_status = 'INACTIVE'`, 'created_at'),
    },
    SUSPENDED: {
      sql: `users.account_status = 'SUSPENDED'`,
      ids: idsOf(`users WHERE account_status = 'SUSPENDED'`, 'id'),
    },
  },
  role: {
    USER: { sql: `users.role = 'USER'` },
    ADMIN: { sql: `users.role = 'ADMIN'`, ids: idsOf(`users WHERE role = 'ADMIN'`, 'id') },
  },
  factor: {
    none: { sql: `(users.second_factors = 0 AND NOT ${HAS_PASSKEY})` },
    totp: { sql: 'users.second_factors <> 0', ids: idsOf('users WHERE second_factors <> 0', 'id') },
    passkey: { sql: HAS_PASSKEY, ids: idsOf('passkeys', 'user_id', 'DISTINCT user_id') },
  },
} as const satisfies Record<string, Record<string, Filter>>;
export type FilterName = keyof typeof FILTERS;

interface Sort {
  readonly orderBy: string;
  /** The value of a position; where it is empty, the id says it. */
  readonly key: string;
  /** How many parameters a position takes: the id, or the key, or both. */
  params(position: Position): Value[];
  after(position: readonly [key: string, id: string]): string;
  upTo(position: readonly [key: string, id: string]): string;
}

type Columns = Pick<Sort, 'key' | 'params'> & {
  readonly columns: readonly string[];
  values(position: readonly [key: string, id: string]): string;
};

function sortBy({ columns, values, ...sort }: Columns, isDescending = false): Sort {
  const row = columns.length === 1 ? columns[0] : `(${columns.join(', ')})`;
  const [behind, before] = isDescending ? ['<', '>='] : ['>', '<='];
  return {
    ...sort,
    orderBy: columns.map((column) => `${column}${isDescending ? ' DESC' : ''}`).join(', '),
    after: (position) => `${row} ${behind} ${values(position)}`,
    upTo: (position) => `${row} ${before} ${values(position)}`,
  };
}

/** Ids are given in the order of registration, so that the primary key sorts by it. */
const CREATED: Columns = { columns: ['users.id'], key: `''`, params: ({ id }) => [id], values: ([, id]) => id };
const BY_EMAIL: Columns = {
  columns: [`users.${EMAIL}`],
  key: 'users.email',
  params: ({ key }) => [key],
  values: ([key]) => key,
};
const BY_NAME: Columns = {
  columns: ['users.name_key', 'users.id'],
  key: 'users.name_key',
  params: ({ key, id }) => [key, id],
  values: ([key, id]) => `(${key}, ${id})`,
};

/** What a list can be sorted by; with `-`, the highest first. */
export const SORTS = {
  '-created': sortBy(CREATED, true),
  created: sortBy(CREATED),
  email: sortBy(BY_EMAIL),
  '-email': sortBy(BY_EMAIL, true),
  name: sortBy(BY_NAME),
  '-name': sortBy(BY_NAME, true),
} as const;
export type SortName = keyof typeof SORTS;

export interface UserQuery {
  /** What an e-mail address, a name, a surname or a phone number begins with, or an id. */
  readonly query?: string | undefined;
  /** `query` as the canonical e-mail address that it is, if it is one. */
  readonly email?: string | undefined;
  readonly filters: Partial<Readonly<Record<FilterName, string>>>;
  readonly sort: SortName;
  readonly after?: Position | undefined;
  /** At most MOST_USERS. */
  readonly limit: number;
}

/** On a page. As many are always read, so that pages of other sizes need no statements of their own. */
export const MOST_USERS = 100;

export interface UserPage {
  readonly users: readonly ListedUser[];
  /** Null on the last page. */
  readonly next: Position | null;
}

const COLUMNS = `users.id, users.full_name AS "fullName", users.email, users.phone_number AS "phoneNumber",
  users.account_status AS "accountStatus", users.role, users.second_factors AS "secondFactors",
  CASE WHEN ${HAS_PASSKEY} THEN 1 ELSE 0 END AS "hasPasskey", users.created_at AS "createdAtMs",
  (SELECT MAX(COALESCE(last_used_at, created_at)) FROM refresh_tokens WHERE user_id = users.id) AS "lastSeenAtMs",
  users.deletion_due_at AS "deletionDueAtMs"`;

type ListedRow = ListedUser & { readonly key: string };

/**
 * One page. Whatever is asked for, no statement reads more than a few thousand rows: the accounts that a filter or a search finds by an index are
 * read whole when they are few; otherwise a stretch of all accounts is walked in the order of the list.
 */
export async function listUsers(db: Database, query: UserQuery): Promise<UserPage> {
  const conditions = conditionsOf(query);
  const small = await smallSet(db, conditions);
  if (small) return pageOf(await readRows(db, query, conditions, { small }), query.limit, null);
  const end = conditions.length === 0 ? undefined : await endOfWalk(db, query);
  return pageOf(await readRows(db, query, conditions, { end }), query.limit, end ?? null);
}

function pageOf(rows: readonly ListedRow[], limit: number, end: Position | null): UserPage {
  const users = rows.slice(0, limit);
  const last = users.at(-1);
  return { users, next: rows.length > limit && last ? { key: last.key, id: last.id } : end };
}

/** A condition with its parameters, as yet without their numbers. */
interface Condition {
  sql(numbers: readonly string[]): string;
  ids?(numbers: readonly string[]): string;
  readonly params: readonly Value[];
}

function conditionsOf({ query, email, filters }: UserQuery): Condition[] {
  const chosen = (Object.keys(FILTERS) as FilterName[]).flatMap((name) => {
    const value = filters[name];
    const filter = value === undefined ? undefined : (FILTERS[name] as Readonly<Record<string, Filter>>)[value];
    return filter ? [filter] : [];
  });
  const fixed = chosen.map(({ sql, ids }) => ({ sql: () => sql, ...(ids && { ids: () => ids }), params: [] }));
  // The rarest first, as a rule.
  return [...(query === undefined ? [] : [matching(query, email)]), ...fixed];
}

/** Behind every text that begins with the prefix, in the order of bytes. */
const LAST_CHARACTER = '\u{10ffff}';

function matching(query: string, email: string | undefined): Condition {
  const key = folded(query);
  const prefixes: [column: string, prefix: string, indexed: string][] = [
    [EMAIL, email ?? query.toLowerCase(), ''],
    ['name_key', key, ''],
    ['surname_key', key, `surname_key <> '' AND `],
  ];
  const phone = phoneKey(query);
  if (phone.length > 1 && !/\p{L}/u.test(query)) prefixes.push(['phone_key', phone, `phone_key <> '' AND `]);
  const isId = /^[1-9]\d{0,14}$/.test(query);
  const range = (numbers: readonly string[], at: number) => [numbers[2 * at], numbers[2 * at + 1]];
  const orId = (sql: string, numbers: readonly string[]) => (isId ? `${sql} = ${numbers.at(-1)}` : undefined);
  const some = (parts: readonly (string | undefined)[], glue: string) => parts.filter(Boolean).join(glue);
  return {
    params: [...prefixes.flatMap(([, prefix]) => [prefix, prefix + LAST_CHARACTER]), ...(isId ? [Number(query)] : [])],
    sql: (numbers) => {
      const parts = prefixes.map(([column], at) => {
        const [from, to] = range(numbers, at);
        return `(users.${column} >= ${from} AND users.${column} < ${to})`;
      });
      return `(${some([...parts, orId('users.id', numbers)], ' OR ')})`;
    },
    ids: (numbers) => {
      const parts = prefixes.map(([column, , indexed], at) => {
        const [from, to] = range(numbers, at);
        const found = idsOf(`users WHERE ${indexed}${column} >= ${from} AND ${column} < ${to}`, column);
        return `SELECT id FROM (${found}) AS range_${at}`;
      });
      return some([...parts, orId('SELECT id FROM users WHERE id', numbers)], ' UNION ');
    },
  };
}

const numbered = (params: readonly Value[], from: number): string[] => params.map((_, at) => `$${from + at}`);

/** The first condition that a small set of accounts meets. */
async function smallSet(db: Database, conditions: readonly Condition[]): Promise<Condition | undefined> {
  for (const condition of conditions) {
    const ids = condition.ids?.(numbered(condition.params, 1));
    if (ids === undefined) continue;
    const found = await db.one<{ found: number }>(`SELECT COUNT(*) AS found FROM (${ids}) AS found`, condition.params);
    if (found && found.found <= SMALL_SET) return condition;
  }
  return undefined;
}

/** The last row that a walk from here looks at; undefined when it comes to the end of the list. Read first, so that no row is between two walks. */
async function endOfWalk(db: Database, { sort, after }: UserQuery): Promise<Position | undefined> {
  const { key, orderBy, ...order } = SORTS[sort];
  const params = after ? order.params(after) : [];
  const where = after ? `WHERE ${order.after(positionOf(params, 1))}` : '';
  return db.one<Position & Row>(
    `SELECT ${key} AS key, users.id FROM users ${where} ORDER BY ${orderBy} LIMIT 1 OFFSET ${LONGEST_WALK - 1}`,
    params,
  );
}

/** The numbers of the key and of the id, of which a sort uses those that it has parameters for. */
function positionOf(params: readonly Value[], from: number): readonly [key: string, id: string] {
  const numbers = numbered(params, from);
  return [numbers[0] ?? '', numbers.at(-1) ?? ''];
}

interface Extent {
  readonly small?: Condition;
  readonly end?: Position | undefined;
}

async function readRows(
  db: Database,
  { sort, after }: UserQuery,
  conditions: readonly Condition[],
  { small, end }: Extent,
): Promise<ListedRow[]> {
  const { key, orderBy, ...order } = SORTS[sort];
  const params: Value[] = [];
  const take = (more: readonly Value[]): number => params.push(...more) - more.length + 1;
  const conditionOf = (condition: Condition, kind: 'sql' | 'ids' = 'sql') =>
    condition[kind]?.(numbered(condition.params, take(condition.params)));
  const bound = (position: Position, side: 'after' | 'upTo') => {
    const own = order.params(position);
    return order[side](positionOf(own, take(own)));
  };
  // Materialized: PostgreSQL would otherwise walk all accounts in the order of the list when it expects more of them to be in the set.
  const found = small && `WITH found AS MATERIALIZED (SELECT * FROM users WHERE id IN (${conditionOf(small, 'ids')}))`;
  const where = [
    ...conditions.filter((one) => one !== small || small.params.length === 0).map((one) => conditionOf(one)),
    ...(after ? [bound(after, 'after')] : []),
    ...(end ? [bound(end, 'upTo')] : []),
  ];
  return db.all<ListedRow & Row>(
    `${found ?? ''} SELECT ${key} AS key, ${COLUMNS} FROM ${found ? 'found AS users' : 'users'}
      ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY ${orderBy} LIMIT ${MOST_USERS + 1}`,
    params,
  );
}
